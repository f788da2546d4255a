/** A colour in Oklab, where distances match how different two colours look. */
export interface Colour {
  /** 0 (black) to 1 (white). */
  readonly lightness: number;
  /** Green (negative) to red. */
  readonly a: number;
  /** Blue (negative) to yellow. */
  readonly b: number;
}

/** Everyday colour words, each with typical shades in photographs. */
const shades: Readonly<Record<string, readonly string[]>> = {
  white: ['#ffffff', '#f2f2f2'],
  'light grey': ['#d4d4d4', '#bcbcbc'],
  grey: ['#989898', '#7a7a7a'],
  'dark grey': ['#585858', '#3c3c3c'],
  black: ['#202020', '#000000'],
  pink: ['#f4a6c0', '#e8609a', '#c03878'],
  red: ['#d8201c', '#f04030', '#a81820'],
  'dark red': ['#6c1418', '#481014'],
  orange: ['#f08020', '#d05c14'],
  brown: ['#8a5a34', '#6c4424', '#a07850'],
  'dark brown': ['#482c18', '#30200f'],
  beige: ['#e8d4bc', '#d2b898', '#d8c0b4', '#ecd8b0'],
  yellow: ['#f6d838', '#d8b418', '#a8a020'],
  'light green': ['#a8d08c', '#88c870'],
  green: ['#4c9c3c', '#6c8c2c', '#7c8448'],
  'dark green': ['#244c20', '#3c441c', '#14301c', '#545c28'],
  turquoise: ['#40b8b0', '#28807c'],
  'light blue': ['#a8cce8', '#80b0d4', '#88b8c0', '#749cac'],
  blue: ['#2c64c0', '#4880b0', '#3c5c84'],
  'dark blue': ['#182c60', '#202848', '#184058'],
  purple: ['#7c3c98', '#9468b8', '#583060'],
  'dark purple': ['#381c40', '#2c1428'],
};

/** Between named colours, the eye notices a different tint more than a different lightness. */
const tintWeight = 4;

const palette = Object.entries(shades).flatMap(([name, hexes]) =>
  hexes.map((hex) => ({ name, ...fromHex(hex) })),
);

/** The everyday name of a colour, such as "dark green". */
export function nameColour(colour: Colour): string {
  let name = '';
  let least = Infinity;
  for (const shade of palette) {
    const distance =
      (shade.lightness - colour.lightness) ** 2 +
      tintWeight * ((shade.a - colour.a) ** 2 + (shade.b - colour.b) ** 2);
    if (distance < least) {
      least = distance;
      name = shade.name;
    }
  }
  return name;
}

/** An sRGB colour (0 to 255 each) in Oklab, by the formulas of bottosson.github.io/posts/oklab. */
export function toOklab(red: number, green: number, blue: number): Colour {
  const [r, g, b] = [toLinear(red), toLinear(green), toLinear(blue)];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return {
    lightness: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    a: 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    b: 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  };
}

function toLinear(channel: number): number {
  const value = channel / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

function fromHex(hex: string): Colour {
  const value = Number.parseInt(hex.slice(1), 16);
  return toOklab(value >> 16, (value >> 8) & 255, value & 255);
}
