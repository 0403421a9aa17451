import { expect, it } from 'vitest'
import { emojiNameLoaderFor } from './emoji-names'

const heart = '2764-fe0f'

it.each([
  ['pt-BR', 'coracao', 'coração vermelho'],
  ['es', 'corazon', 'corazón rojo'],
])('I18N-01 in %s a heart is found by %s and named %s', async (language, looked, said) => {
  const names = await emojiNameLoaderFor(language)?.()

  const found = Object.values(names?.emojis ?? {}).flatMap((group) => group.filter(({ u }) => u === heart))
  expect(found).toHaveLength(1)
  expect(found[0]?.n).toContain(looked)
  expect(found[0]?.n.at(-1)).toBe(said)
})

it('I18N-01 the picker has the English names', () => {
  expect(emojiNameLoaderFor('en')).toBeUndefined()
})
