/** A shared place on the map. */
export interface StoredLocation {
  readonly latitude: number
  readonly longitude: number
  readonly name: string | null
  readonly address: string | null
}

/**
 * The body of a location message: picture (a data address, or empty), link and description, separated by bars
 * (CONVO-07).
 */
export function bodyOfLocation(
  { latitude, longitude }: Pick<StoredLocation, 'latitude' | 'longitude'>,
  description: string,
  picture = '',
): string {
  const link = `https://maps.google.com/maps?q=${latitude}%2C${longitude}&z=17`
  return [picture, link, description.replaceAll('|', ' ')].join('|')
}
