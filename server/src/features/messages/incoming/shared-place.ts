export interface StoredLocation {
  readonly latitude: number
  readonly longitude: number
  readonly name: string | null
  readonly address: string | null
}

/** A location's body: picture (a data URL, or empty), link and description, separated by vertical bars (CONVO-07). */
export function locationMessageBody(
  { latitude, longitude }: Pick<StoredLocation, 'latitude' | 'longitude'>,
  description: string,
  picture = '',
): string {
  const link = `https://maps.google.com/maps?q=${latitude}%2C${longitude}&z=17`
  return [picture, link, description.replaceAll('|', ' ')].join('|')
}
