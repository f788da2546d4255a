import fc from 'fast-check';

/** Text of any characters: fast-check's `binary` takes seconds to list all of them first. */
export const anyText = fc.string({
  unit: fc
    .oneof(fc.integer({ min: 0, max: 0xd7_ff }), fc.integer({ min: 0xe0_00, max: 0x10_ff_ff }))
    .map((point) => String.fromCodePoint(point)),
});
