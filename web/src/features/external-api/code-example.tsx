import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '../../ui/copy-button'
import tabStyles from '../../ui/line-tabs.module.css'
import { TabRow } from '../../ui/tab-row'
import { type ExampleLanguage, exampleLanguages, exampleOf, type SendKind } from './examples'
import styles from './messages-api.module.css'

const names: Record<ExampleLanguage, string> = { curl: 'curl', javascript: 'JavaScript' }

/** One call as a program makes it, to be copied. */
export function CodeExample({ kind }: { kind: SendKind }) {
  const { t } = useTranslation('externalApi')
  const [language, setLanguage] = useState<ExampleLanguage>('curl')
  const words = { token: t('example.token'), body: t(`example.${kind}`), file: t('example.file') }
  const code = exampleOf(kind, language, window.location.origin, words)
  return (
    <div className={styles.example}>
      <TabRow
        label={t('example.languages')}
        className={tabStyles.tabs}
        tabClassName={tabStyles.tab}
        chosen={language}
        tabs={exampleLanguages.map((value) => ({ value, content: names[value] }))}
        onChoose={setLanguage}
      />
      <section className={styles.code} aria-label={t('example.code', { language: names[language] })}>
        <pre>
          <code>{code}</code>
        </pre>
        <CopyButton text={code} label={t('example.copy')} />
      </section>
    </div>
  )
}
