// The camera: a picture of what it sees, or of the camera of a phone where the page may not ask for it.

import { $ } from "./elements.js";

export class Camera {
  #stream = null;

  /** `taken` gets the file of each picture. */
  constructor(taken) {
    this.taken = taken;
    $("camera-button").onclick = () => this.#start();
    $("camera-take").onclick = () => this.#take();
    $("camera-file").onchange = () => this.taken($("camera-file").files[0]);
    $("open-dialog").addEventListener("close", () => this.stop());
  }

  async #start() {
    this.stop();
    try {
      const wished = { facingMode: "environment", width: { ideal: 1920 }, height: { ideal: 1080 } };
      this.#stream = await navigator.mediaDevices.getUserMedia({ video: wished });
    } catch {
      $("camera-file").click(); // there is no camera, or the page may not use it
      return;
    }
    $("camera-video").srcObject = this.#stream;
    $("camera").hidden = false;
  }

  async #take() {
    const video = $("camera-video");
    if (!video.videoWidth) return;
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [video.videoWidth, video.videoHeight];
    canvas.getContext("2d").drawImage(video, 0, 0);
    const blob = await new Promise((done) => { canvas.toBlob(done, "image/jpeg", 0.92); });
    this.stop();
    await this.taken(new File([blob], "photo.jpg", { type: blob.type }));
  }

  stop() {
    for (const track of this.#stream?.getTracks() ?? []) track.stop();
    this.#stream = null;
    $("camera-video").srcObject = null;
    $("camera").hidden = true;
  }
}
