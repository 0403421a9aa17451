import { hexOfColour } from '@balcao/domain/colour'

/** The fifty preset colours (QUEUE-05): ten hues in five depths. */
export const presetColours: readonly string[] = [
  '#F4A3A0 #F2B38C #F0D08A #CFE08C #A5D99A #8CDCC4 #8FD3EE #9DBDF2 #C0ABF0 #EDA9D6',
  '#E97570 #EB8C4F #E2B33E #A9C94B #6CC062 #45C3A1 #4DB9E3 #6A98E8 #9B7BE4 #DE74BC',
  '#D8433A #E0701F #C9960C #84A91F #3DA345 #1AA583 #0D9BCB #3E74D8 #7A52D3 #C9469E',
  '#B3261E #B5530D #96700A #5F7E0F #1F7F33 #0B7F66 #04759F #2456B4 #5B34B3 #A3277C',
  '#7D1813 #7C390A #664C08 #41560B #145724 #085746 #04506D #193B7D #3E237C #701A55',
].flatMap((depth) => depth.split(' '))

/** Black or white, whichever has the higher contrast on the colour (WCAG relative luminance). */
export function textColourOn(colour: string): '#000000' | '#FFFFFF' {
  const light = luminance(colour)
  return (light + 0.05) / 0.05 >= 1.05 / (light + 0.05) ? '#000000' : '#FFFFFF'
}

function luminance(colour: string): number {
  const full = hexOfColour(colour) ?? '#ffffff'
  const [red, green, blue] = [1, 3, 5].map((at) => linear(Number.parseInt(full.slice(at, at + 2), 16) / 255))
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0)
}

function linear(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
}
