import EmojiPicker, { Categories, EmojiStyle, Theme } from 'emoji-picker-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { emojiNameLoaderFor } from './emoji-names'
import { useThemeMode } from './theme-mode'

const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''

const categories = [
  Categories.SUGGESTED,
  Categories.SMILEYS_PEOPLE,
  Categories.ANIMALS_NATURE,
  Categories.FOOD_DRINK,
  Categories.TRAVEL_PLACES,
  Categories.ACTIVITIES,
  Categories.OBJECTS,
  Categories.SYMBOLS,
  Categories.FLAGS,
] as const

/** Import the picker lazily: it is a chunk of its own. */
export function NativeEmojiPicker({ onChoose }: { onChoose: (emoji: string) => void }) {
  const { t, i18n } = useTranslation()
  const names = useMemo(() => emojiNameLoaderFor(i18n.language), [i18n.language])
  const mode = useThemeMode()
  return (
    <EmojiPicker
      emojiStyle={EmojiStyle.NATIVE}
      theme={mode === 'dark' ? Theme.DARK : Theme.LIGHT}
      lazyLoadEmojis
      skinTonesDisabled
      width="100%"
      height="100%"
      nonce={nonce}
      categories={categories.map((category) => ({ category, name: t(`emojiGroups.${category}`) }))}
      {...(names !== undefined && { emojiData: names })}
      labels={{
        searchPlaceholder: t('searchEmoji'),
        searchLabel: t('emojiSearch.label'),
        searchClear: t('clearSearch'),
        searchResultsNone: t('emojiSearch.none'),
        searchResultsOne: t('emojiSearch.one'),
        searchResultsMany: t('emojiSearch.many'),
        categoryNavigation: t('emojiSearch.groups'),
        loading: t('loading'),
        loadingError: t('emojiSearch.failed'),
        retryLoading: t('tryAgain'),
      }}
      previewConfig={{ showPreview: false }}
      onEmojiClick={({ emoji }) => onChoose(emoji)}
    />
  )
}
