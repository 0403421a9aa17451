import { limits } from '@balcao/domain/limits'

/** A location to send: a point in degrees, with an optional name and address. */
export interface LocationToSend {
  readonly latitude: number
  readonly longitude: number
  readonly name: string
  readonly address: string
}

export type Coordinates = Pick<LocationToSend, 'latitude' | 'longitude'>

const number = '(-?\\d{1,3}(?:\\.\\d+)?)'
/** The formats of coordinates in map links, exact ones first; also `geo:` (RFC 5870) and plain coordinates. */
const spellings: readonly RegExp[] = [
  new RegExp(`!3d${number}!4d${number}`),
  new RegExp(
    `[?&](?:q|query|ll|sll|daddr|destination|center|cp)=(?:loc:)?${number}(?:,|%2C|~)\\+?${number}`,
    'i',
  ),
  new RegExp(`[?&]mlat=${number}&mlon=${number}`),
  new RegExp(`/@${number},${number}`),
  new RegExp(`#map=\\d+/${number}/${number}`),
  new RegExp(`^geo:${number},${number}`, 'i'),
  new RegExp(`/(?:search|place|dir)/+${number},\\+?${number}`),
  new RegExp(`^\\(?${number}\\s*[,; ]\\s*${number}\\)?$`),
]

/** Reads a pasted map link, `geo:` address, or latitude and longitude; undefined for a shortened link. */
export function readCoordinates(written: string): Coordinates | undefined {
  const text = commasToPoints(written.trim())
  for (const spelling of spellings) {
    const found = spelling.exec(text)
    if (found === null) continue
    const [latitude, longitude] = [Number(found[1]), Number(found[2])]
    if (Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180) return { latitude, longitude }
  }
  return undefined
}

/** Replaces decimal commas: `-30,0346; -51,2177` as written in Portuguese and Spanish. */
function commasToPoints(text: string): string {
  return text.replace(/^(-?\d{1,3}),(\d+)\s*[; ]\s*(-?\d{1,3}),(\d+)$/, '$1.$2, $3.$4')
}

export function isShortenedMapLink(text: string): boolean {
  return /^https?:\/\/(maps\.app\.goo\.gl|goo\.gl|g\.co|bit\.ly)\//i.test(text.trim())
}

/** A link to the point on a map, in the format of incoming locations. */
export function mapLink({ latitude, longitude }: Coordinates): string {
  return `https://maps.google.com/maps?q=${latitude}%2C${longitude}&z=17`
}

export function coordinatesText({ latitude, longitude }: Coordinates): string {
  return `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`
}

export const maxLocationTextLength = limits.placeText.max
