import { Languages } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  chooseLanguage,
  type Language,
  languageChoices,
  languageOfStoredValue,
  languages,
} from '../lib/i18n/i18n'
import { IconButton } from './icon-button'
import { Menu } from './overlays'
import { showError } from './toasts'

interface LanguageMenuProps {
  readonly button?: (open: (anchor: HTMLElement) => void, language: string) => ReactNode
}

export function LanguageMenu({ button }: LanguageMenuProps) {
  const { t, i18n } = useTranslation()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const chosen = languageOfStoredValue(i18n.language)

  function choose(language: Language) {
    chooseLanguage(language).catch(showError)
    setAnchor(null)
  }

  return (
    <>
      {button?.(setAnchor, languages[chosen]) ?? (
        <IconButton
          icon={Languages}
          label={t('language')}
          onClick={(event) => setAnchor(event.currentTarget)}
          aria-haspopup="menu"
        />
      )}
      <Menu anchor={anchor} onClose={() => setAnchor(null)}>
        {(Item) =>
          languageChoices.map((language) => (
            <Item
              key={language}
              lang={language}
              selected={language === chosen}
              onClick={() => choose(language)}
            >
              {languages[language]}
            </Item>
          ))
        }
      </Menu>
    </>
  )
}
