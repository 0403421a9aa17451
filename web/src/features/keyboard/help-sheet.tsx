import { useTranslation } from 'react-i18next'
import { helpKey, shortcutNames, shortcuts } from '../../lib/shortcuts'
import { AppDialog } from '../../ui/dialog'
import styles from './keyboard.module.css'

export function ShortcutHelpDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('keyboard')
  const lines = [
    ...shortcutNames.map((name) => ({ keys: shortcuts[name].words, words: t(`tickets:shortcut.${name}`) })),
    { keys: '/', words: t('tickets:shortcut.quickAnswers') },
    { keys: '↑', words: t('tickets:shortcut.correct') },
    { keys: 'Esc', words: t('tickets:shortcut.stepBack') },
    { keys: helpKey, words: t('tickets:shortcut.help') },
  ]
  return (
    <AppDialog title={t('title')} onClose={onClose} width={480}>
      <dl className={styles.keys}>
        {lines.map(({ keys, words }) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.note}>{t('note')}</p>
    </AppDialog>
  )
}
