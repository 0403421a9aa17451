import type EmojiPicker from 'emoji-picker-react'
import type { ComponentProps } from 'react'
import { foldCaseAndAccents } from '../lib/without-accents'

type Names = Extract<ComponentProps<typeof EmojiPicker>['emojiData'], { emojis: unknown }>

/** Loads the emoji names of each language but English, whose names the picker itself contains. */
const loaders: Readonly<Record<string, () => Promise<{ default: Names }>>> = {
  'pt-BR': () => import('emoji-picker-react/data/emojis-pt'),
  es: () => import('emoji-picker-react/data/emojis-es'),
}

/**
 * Returns the function that loads the names, searchable with and without accents; undefined if the picker has
 * them itself.
 */
export function emojiNameLoaderFor(language: string): (() => Promise<Names>) | undefined {
  const load = loaders[language]
  return load && (async () => foundWithoutAccents((await load()).default))
}

function foundWithoutAccents({ categories, emojis }: Names): Names {
  const groups = Object.entries(emojis).map(([group, inIt]) => [
    group,
    // The picker shows the last name as the label, and uses the other names only for the search.
    inIt.map((emoji) => ({ ...emoji, n: [...new Set([...emoji.n.map(foldCaseAndAccents), ...emoji.n])] })),
  ])
  return { categories, emojis: Object.fromEntries(groups) }
}
