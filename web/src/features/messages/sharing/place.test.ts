import { describe, expect, it } from 'vitest'
import { isShortenedMapLink, mapLink, readCoordinates } from './place'

const market = { latitude: -30.02772, longitude: -51.22874 }

describe('the point in a pasted text', () => {
  it.each([
    ['two numbers', '-30.02772, -51.22874'],
    ['two numbers with a blank', '-30.02772 -51.22874'],
    ['numbers as written in Portuguese', '-30,02772; -51,22874'],
    ['a geo address', 'geo:-30.02772,-51.22874?z=17'],
    ['Google Maps, the middle of the map', 'https://www.google.com/maps/@-30.02772,-51.22874,17z'],
    [
      'Google Maps, the place before the middle of the map',
      'https://www.google.com/maps/place/X/@-30.9,-51.9,17z/data=!3m1!4b1!4m6!3d-30.02772!4d-51.22874',
    ],
    ['Google Maps, a search', 'https://www.google.com/maps/search/?api=1&query=-30.02772%2C-51.22874'],
    ['our own link', mapLink(market)],
    ['OpenStreetMap', 'https://www.openstreetmap.org/#map=17/-30.02772/-51.22874'],
    ['OpenStreetMap with a mark', 'https://www.openstreetmap.org/?mlat=-30.02772&mlon=-51.22874#map=9/1/1'],
    ['Apple Maps', 'https://maps.apple.com/?ll=-30.02772,-51.22874&q=Mercado'],
  ])('%s', (_, text) => {
    expect(readCoordinates(text)).toEqual(market)
  })

  it.each([
    ['nothing', ''],
    ['a text', 'Mercado Público, Porto Alegre'],
    ['a street number', 'Rua Borges, 120'],
    ['beyond the pole', '-97.1, 20.2'],
    ['a shortened link, which has no point', 'https://maps.app.goo.gl/AbC123'],
  ])('%s is no point', (_, text) => {
    expect(readCoordinates(text)).toBeUndefined()
  })

  it('recognises a shortened link', () => {
    expect(isShortenedMapLink('https://maps.app.goo.gl/AbC123')).toBe(true)
    expect(isShortenedMapLink(mapLink(market))).toBe(false)
  })
})
