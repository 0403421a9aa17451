import EmojiPicker, { Categories, EmojiStyle, Theme } from 'emoji-picker-react'
import { useTranslation } from 'react-i18next'
import { useThemeMode } from './theme-mode'

const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''

/** In the order of the picker, those used lately first. */
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

/** The emojis of the system's own font: no picture is fetched from anywhere. Its own file, loaded when it is asked for. */
export function NativeEmojiPicker({ onChoose }: { onChoose: (emoji: string) => void }) {
  const { t } = useTranslation()
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
      searchPlaceholder={t('searchEmoji')}
      previewConfig={{ showPreview: false }}
      onEmojiClick={({ emoji }) => onChoose(emoji)}
    />
  )
}
