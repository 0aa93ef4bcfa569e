// Sets of digits as bits: bit d - 1 stands for digit d.

export const bit = (digit) => 2 ** (digit - 1);
export const has = (set, digit) => Math.floor(set / bit(digit)) % 2 === 1;
export const toggled = (set, digit) => (has(set, digit) ? set - bit(digit) : set + bit(digit));
export const without = (set, digit) => (has(set, digit) ? set - bit(digit) : set);

export function digitsOf(set) {
  const found = [];
  for (let digit = 1; set > 0; digit += 1, set = Math.floor(set / 2)) {
    if (set % 2 === 1) found.push(digit);
  }
  return found;
}

export const setOf = (digits) => digits.reduce((set, digit) => set + bit(digit), 0);
