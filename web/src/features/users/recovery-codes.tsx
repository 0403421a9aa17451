import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { saveTextFile } from '../../lib/save-file'
import { Button } from '../../ui/button'
import { CopyButton } from '../../ui/copy-button'
import { AppDialog } from '../../ui/dialog'
import styles from './two-step.module.css'

/** Shows new recovery codes, which cannot be shown again. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { t } = useTranslation('users')
  const text = `${codes.join('\n')}\n`
  return (
    <AppDialog
      title={t('twoStep.codesTitle')}
      open
      onClose={onClose}
      actions={
        <>
          <Button icon={Download} onClick={() => saveTextFile(t('twoStep.fileName'), text)}>
            {t('twoStep.download')}
          </Button>
          <Button kind="primary" onClick={onClose}>
            {t('twoStep.kept')}
          </Button>
        </>
      }
    >
      <p>{t('twoStep.codesMeaning')}</p>
      <div className={styles.codes}>
        <ul>
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
        <CopyButton text={text} label={t('twoStep.copyCodes')} />
      </div>
    </AppDialog>
  )
}
