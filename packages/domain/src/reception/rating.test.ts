import { expect, test } from 'vitest'
import { farewellTextsOf } from './farewell'
import { isRatingAccepted, parseRating } from './rating'
import { earlier, noon } from './testing/reception-fixture'

test.each<[string, number | null]>([
  ['1', 1],
  ['2', 2],
  ['3', 3],
  [' 3 ', 3],
  ['*3*', 3],
  ['3.', 3],
  ['3️⃣', 3],
  ['1⃣', 1],
  ['um', 1],
  ['Dois', 2],
  ['TRÊS', 3],
  ['tres', 3],
  ['uno', 1],
  ['two', 2],
  ['insatisfeito', 1],
  ['Satisfeito!', 2],
  ['muito satisfeito', 3],
  ['very satisfied', 3],
  ['muy satisfecho', 3],
  ['*[ 2 ]* - satisfeito', 2],
  ['1 - insatisfeito', 1],
  ['1 - satisfeito', null],
  ['2 - obrigado', null],
  ['0', null],
  ['4', null],
  ['10', null],
  ['12', null],
  ['3 estrelas', null],
  ['nota 3', null],
  ['1 ou 2', null],
  ['obrigado', null],
  ['👍', null],
  ['#', null],
  ['', null],
])('BOT-09 “%s” is the rating %s', (words, rating) => {
  expect(parseRating(words)).toBe(rating)
})

test('BOT-09 a rating is accepted within 24 hours, not at their end', () => {
  expect(
    [earlier(0), earlier(1439), earlier(1440), earlier(9_999)].map((asked) => isRatingAccepted(asked, noon)),
  ).toEqual([true, true, false, false])
})

const resolved = {
  isGroup: false,
  wasAttended: true,
  asksForRating: true,
  ratingMessage: 'E então, {{firstName}}?',
  complationMessage: 'Até logo, {{name}}! Protocolo {{protocol}}',
  name: 'Carla Souza',
  number: '5551980000001',
  email: '',
  now: noon,
  timeZone: 'America/Sao_Paulo',
  language: 'pt-BR',
}
const scale = '*[ 1 ]* - insatisfeito\n*[ 2 ]* - satisfeito\n*[ 3 ]* - muito satisfeito'
const goodbye = 'Até logo, Carla Souza! Protocolo 20261120120000'

test.each<[string, Partial<typeof resolved>, ReturnType<typeof farewellTextsOf>]>([
  ['question with its scale, and goodbye', {}, { rating: `E então, Carla?\n\n${scale}`, goodbye }],
  ['without ratings', { asksForRating: false }, { rating: null, goodbye }],
  ['without a goodbye', { complationMessage: ' ' }, { rating: `E então, Carla?\n\n${scale}`, goodbye: null }],
  [
    'the default question without a custom one',
    { ratingMessage: '' },
    { rating: `Como foi o nosso atendimento?\n\n${scale}`, goodbye },
  ],
  ['without an attendant nothing to rate', { wasAttended: false }, { rating: null, goodbye }],
  ['a group gets no text', { isGroup: true }, { rating: null, goodbye: null }],
  [
    'in English',
    { ratingMessage: '', language: 'en' },
    {
      rating: 'How did we do?\n\n*[ 1 ]* - unsatisfied\n*[ 2 ]* - satisfied\n*[ 3 ]* - very satisfied',
      goodbye,
    },
  ],
])('BOT-08 BOT-09 the farewell: %s', (_, different, said) => {
  expect(farewellTextsOf({ ...resolved, ...different })).toEqual(said)
})
