import { useState } from 'react'
import styles from './code-tabs.module.css'
import { CopyButton } from './copy-button'
import tabStyles from './line-tabs.module.css'
import { TabRow } from './tab-row'

interface CodeTabsProps<Language extends string> {
  readonly label: string
  readonly codes: readonly { readonly language: Language; readonly name: string; readonly code: string }[]
  readonly codeLabel: (name: string) => string
  readonly copyLabel: string
}

export function CodeTabs<Language extends string>(props: CodeTabsProps<Language>) {
  const { label, codes, codeLabel, copyLabel } = props
  const [chosen, setChosen] = useState<Language>()
  const shown = codes.find(({ language }) => language === chosen) ?? codes[0]
  if (shown === undefined) return null
  return (
    <div className={styles.example}>
      <TabRow
        label={label}
        className={tabStyles.tabs}
        tabClassName={tabStyles.tab}
        chosen={shown.language}
        tabs={codes.map(({ language, name }) => ({ value: language, content: name }))}
        onChoose={setChosen}
      />
      <CodeBlock label={codeLabel(shown.name)} code={shown.code} copyLabel={copyLabel} />
    </div>
  )
}

export function CodeBlock({ label, code, copyLabel }: { label: string; code: string; copyLabel: string }) {
  return (
    <section className={styles.code} aria-label={label}>
      <pre>
        <code>{code}</code>
      </pre>
      <CopyButton text={code} label={copyLabel} />
    </section>
  )
}
