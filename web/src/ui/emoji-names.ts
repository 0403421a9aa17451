import type EmojiPicker from 'emoji-picker-react'
import type { ComponentProps } from 'react'
import { withoutAccents } from '../lib/without-accents'

type Names = Extract<ComponentProps<typeof EmojiPicker>['emojiData'], { emojis: unknown }>

/** The names of the emojis by language, each in a file of its own; the picker has the English ones. */
const loaders: Readonly<Record<string, () => Promise<{ default: Names }>>> = {
  'pt-BR': () => import('emoji-picker-react/data/emojis-pt'),
  es: () => import('emoji-picker-react/data/emojis-es'),
}

/** The loader of a language's names, searchable with and without accents; undefined for the picker's own. */
export function emojiNames(language: string): (() => Promise<Names>) | undefined {
  const load = loaders[language]
  return load && (async () => foundWithoutAccents((await load()).default))
}

function foundWithoutAccents({ categories, emojis }: Names): Names {
  const groups = Object.entries(emojis).map(([group, inIt]) => [
    group,
    // The last name is the label; the others are only searched.
    inIt.map((emoji) => ({ ...emoji, n: [...new Set([...emoji.n.map(withoutAccents), ...emoji.n])] })),
  ])
  return { categories, emojis: Object.fromEntries(groups) }
}
