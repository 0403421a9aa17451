import { useTranslation } from 'react-i18next'
import { CodeTabs } from '../../ui/code-tabs'
import { type ExampleLanguage, exampleLanguages, exampleOf, type SendKind } from './examples'

const names: Record<ExampleLanguage, string> = { curl: 'curl', javascript: 'JavaScript' }

/** One call of a program, to copy. */
export function CodeExample({ kind }: { kind: SendKind }) {
  const { t } = useTranslation('externalApi')
  const words = { token: t('example.token'), body: t(`example.${kind}`), file: t('example.file') }
  return (
    <CodeTabs
      label={t('example.languages')}
      codes={exampleLanguages.map((language) => ({
        language,
        name: names[language],
        code: exampleOf(kind, language, window.location.origin, words),
      }))}
      codeLabel={(language) => t('example.code', { language, what: t(`${kind}.title`) })} // the page has two
      copyLabel={t('example.copy')}
    />
  )
}
