/**
 * The colour names of CSS (CSS Color Module Level 4, section 6.1) that have 3 to 9 letters (QUEUE-10). System
 * colours such as `Canvas` are left out, because they differ by browser and theme.
 */
const named: Readonly<Record<string, string>> = {
  aliceblue: 'f0f8ff',
  aqua: '00ffff',
  azure: 'f0ffff',
  beige: 'f5f5dc',
  bisque: 'ffe4c4',
  black: '000000',
  blue: '0000ff',
  brown: 'a52a2a',
  burlywood: 'deb887',
  cadetblue: '5f9ea0',
  chocolate: 'd2691e',
  coral: 'ff7f50',
  cornsilk: 'fff8dc',
  crimson: 'dc143c',
  cyan: '00ffff',
  darkblue: '00008b',
  darkcyan: '008b8b',
  darkgray: 'a9a9a9',
  darkgreen: '006400',
  darkgrey: 'a9a9a9',
  darkkhaki: 'bdb76b',
  darkred: '8b0000',
  deeppink: 'ff1493',
  dimgray: '696969',
  dimgrey: '696969',
  firebrick: 'b22222',
  fuchsia: 'ff00ff',
  gainsboro: 'dcdcdc',
  gold: 'ffd700',
  goldenrod: 'daa520',
  gray: '808080',
  green: '008000',
  grey: '808080',
  honeydew: 'f0fff0',
  hotpink: 'ff69b4',
  indianred: 'cd5c5c',
  indigo: '4b0082',
  ivory: 'fffff0',
  khaki: 'f0e68c',
  lavender: 'e6e6fa',
  lawngreen: '7cfc00',
  lightblue: 'add8e6',
  lightcyan: 'e0ffff',
  lightgray: 'd3d3d3',
  lightgrey: 'd3d3d3',
  lightpink: 'ffb6c1',
  lime: '00ff00',
  limegreen: '32cd32',
  linen: 'faf0e6',
  magenta: 'ff00ff',
  maroon: '800000',
  mintcream: 'f5fffa',
  mistyrose: 'ffe4e1',
  moccasin: 'ffe4b5',
  navy: '000080',
  oldlace: 'fdf5e6',
  olive: '808000',
  olivedrab: '6b8e23',
  orange: 'ffa500',
  orangered: 'ff4500',
  orchid: 'da70d6',
  palegreen: '98fb98',
  peachpuff: 'ffdab9',
  peru: 'cd853f',
  pink: 'ffc0cb',
  plum: 'dda0dd',
  purple: '800080',
  red: 'ff0000',
  rosybrown: 'bc8f8f',
  royalblue: '4169e1',
  salmon: 'fa8072',
  seagreen: '2e8b57',
  seashell: 'fff5ee',
  sienna: 'a0522d',
  silver: 'c0c0c0',
  skyblue: '87ceeb',
  slateblue: '6a5acd',
  slategray: '708090',
  slategrey: '708090',
  snow: 'fffafa',
  steelblue: '4682b4',
  tan: 'd2b48c',
  teal: '008080',
  thistle: 'd8bfd8',
  tomato: 'ff6347',
  turquoise: '40e0d0',
  violet: 'ee82ee',
  wheat: 'f5deb3',
  white: 'ffffff',
  yellow: 'ffff00',
}

const hexadecimal = /^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i

/** The colour as `#rrggbb` without opacity; null for other texts. Accepts `#abc`, `#aabbcc` and CSS names. */
export function hexOfColour(colour: string): string | null {
  if (hexadecimal.test(colour)) {
    const digits = colour.slice(1).toLowerCase()
    return `#${digits.length < 6 ? doubled(digits.slice(0, 3)) : digits.slice(0, 6)}`
  }
  const name = colour.toLowerCase()
  return Object.hasOwn(named, name) ? `#${named[name]}` : null
}

function doubled(digits: string): string {
  return digits.replaceAll(/./g, '$&$&')
}
