import { describe, expect, it } from 'vitest'
import { hexOfColour } from './colour'

describe('a colour that a browser accepts', () => {
  it.each([
    ['#abc', '#aabbcc'],
    ['#abcd', '#aabbcc'],
    ['#A1B2C3', '#a1b2c3'],
    ['#A1B2C3D4', '#a1b2c3'],
    ['red', '#ff0000'],
    ['Tan', '#d2b48c'],
    ['CHOCOLATE', '#d2691e'],
  ])('%s is %s', (colour, hex) => {
    expect(hexOfColour(colour)).toBe(hex)
  })

  it.each(['verde', '#ab', '#abcde', 'abc', '#ggg', 'toString', 'rgb(1,2)', 'red ', ''])(
    '%o is none',
    (colour) => {
      expect(hexOfColour(colour)).toBeNull()
    },
  )
})
