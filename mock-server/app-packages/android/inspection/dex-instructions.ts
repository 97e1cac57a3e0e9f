/** Instructions of Android's bytecode ("Dalvik bytecode format" and "Dalvik executable instruction formats"). */
export const op = {
  moveObject: 0x07,
  moveObjectFrom16: 0x08,
  moveObject16: 0x09,
  moveResultObject: 0x0c,
  returnFirst: 0x0e,
  returnLast: 0x11,
  const4: 0x12,
  const16: 0x13,
  const32: 0x14,
  constString: 0x1a,
  constStringJumbo: 0x1b,
  checkCast: 0x1f,
  fillArrayData: 0x26,
  throw: 0x27,
  gotoFirst: 0x28,
  gotoLast: 0x2a,
  getStaticObject: 0x62,
  putStaticObject: 0x69,
  invokeFirst: 0x6e,
  invokeLast: 0x72,
  invokeRangeFirst: 0x74,
  invokeRangeLast: 0x78,
} as const;

/** Tables that stand between instructions; their first byte is that of a `nop`. */
export const payload = { packedSwitch: 0x0100, sparseSwitch: 0x0200, fillArrayData: 0x0300 } as const;

/** Ranges of opcodes, from the first to the last, with their number of code units (16 bits). All others have one. */
const widths: readonly (readonly [first: number, last: number, units: number])[] = [
  [0x02, 0x02, 2],
  [0x03, 0x03, 3],
  [0x05, 0x05, 2],
  [0x06, 0x06, 3],
  [0x08, 0x08, 2],
  [0x09, 0x09, 3],
  [0x13, 0x13, 2],
  [0x14, 0x14, 3],
  [0x15, 0x16, 2],
  [0x17, 0x17, 3],
  [0x18, 0x18, 5],
  [0x19, 0x1a, 2],
  [0x1b, 0x1b, 3],
  [0x1c, 0x1c, 2],
  [0x1f, 0x20, 2],
  [0x22, 0x23, 2],
  [0x24, 0x26, 3],
  [0x29, 0x29, 2],
  [0x2a, 0x2c, 3],
  [0x2d, 0x3d, 2],
  [0x44, 0x6d, 2],
  [0x6e, 0x72, 3],
  [0x74, 0x78, 3],
  [0x90, 0xaf, 2],
  [0xd0, 0xe2, 2],
  [0xfa, 0xfb, 4],
  [0xfc, 0xfd, 3],
  [0xfe, 0xff, 2],
];

/**
 * Where an instruction names the register that it writes to: in the upper half of its second byte, in that byte, or in
 * its second unit.
 */
export const target = { none: 0, nibble: 1, byte: 2, unit: 3 } as const;

const targets: readonly (readonly [first: number, last: number, where: number])[] = [
  [0x01, 0x01, target.nibble],
  [0x02, 0x02, target.byte],
  [0x03, 0x03, target.unit],
  [0x04, 0x04, target.nibble],
  [0x05, 0x05, target.byte],
  [0x06, 0x06, target.unit],
  [0x07, 0x07, target.nibble],
  [0x08, 0x08, target.byte],
  [0x09, 0x09, target.unit],
  [0x0a, 0x0d, target.byte],
  [0x12, 0x12, target.nibble],
  [0x13, 0x1c, target.byte],
  [0x20, 0x21, target.nibble],
  [0x22, 0x22, target.byte],
  [0x23, 0x23, target.nibble],
  [0x2d, 0x31, target.byte],
  [0x44, 0x4a, target.byte],
  [0x52, 0x58, target.nibble],
  [0x60, 0x66, target.byte],
  [0x7b, 0x8f, target.nibble],
  [0x90, 0xaf, target.byte],
  [0xb0, 0xd7, target.nibble],
  [0xd8, 0xe2, target.byte],
  [0xfe, 0xff, target.byte],
];

function byOpcode(ranges: readonly (readonly [number, number, number])[], otherwise: number): Uint8Array {
  const table = new Uint8Array(256).fill(otherwise);
  for (const [first, last, value] of ranges) table.fill(value, first, last + 1);
  return table;
}

/** By opcode: the number of code units of the instruction. */
export const unitsOf = byOpcode(widths, 1);
/** By opcode: where the instruction names the register that it writes to; one of `target`. */
export const targetOf = byOpcode(targets, target.none);
