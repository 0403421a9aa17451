import type EmojiPicker from 'emoji-picker-react'
import type { ComponentProps } from 'react'
import { withoutAccents } from '../lib/without-accents'

type Names = Extract<ComponentProps<typeof EmojiPicker>['emojiData'], { emojis: unknown }>

/** The emojis by their names in a language, each a file of its own; English ones come with the picker. */
const loaders: Readonly<Record<string, () => Promise<{ default: Names }>>> = {
  'pt-BR': () => import('emoji-picker-react/data/emojis-pt'),
  es: () => import('emoji-picker-react/data/emojis-es'),
}

/** What loads the names of a language, found with and without their accents; undefined where the picker's own serve. */
export function emojiNames(language: string): (() => Promise<Names>) | undefined {
  const load = loaders[language]
  return load && (async () => foundWithoutAccents((await load()).default))
}

function foundWithoutAccents({ categories, emojis }: Names): Names {
  const groups = Object.entries(emojis).map(([group, inIt]) => [
    group,
    // Its last name is the one that is said; the others are only looked for.
    inIt.map((emoji) => ({ ...emoji, n: [...new Set([...emoji.n.map(withoutAccents), ...emoji.n])] })),
  ])
  return { categories, emojis: Object.fromEntries(groups) }
}
