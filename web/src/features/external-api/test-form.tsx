import { phoneDigits } from '@balcao/contract/external-api'
import { Send } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button'
import { type ChosenFile, FileField } from '../../ui/file-field'
import formStyles from '../../ui/form.module.css'
import { TextField } from '../../ui/text-field'
import { showToast } from '../../ui/toasts'
import { useDelayedSubmit } from '../../ui/use-submit'
import { useSendTestMessage } from './api/send-by-token'
import { examplePhoneNumber, type TestMessageKind } from './examples'
import styles from './messages-api.module.css'

interface TestFormProps {
  readonly kind: TestMessageKind
  readonly token: string
  readonly onToken: (token: string) => void
}

const isNumber = (number: string) => phoneDigits.safeParse(number).success

export function SendTestMessageForm({ kind, token, onToken }: TestFormProps) {
  const { t } = useTranslation('externalApi')
  const { send, uploaded } = useSendTestMessage()
  const [number, setNumber] = useState('')
  const [body, setBody] = useState('')
  const [chosen, setChosen] = useState<ChosenFile>('none')
  const [wasTried, setTried] = useState(false)
  const [sent, setSent] = useState<{ messageId: number; ticketId: number }>()
  const file = chosen instanceof File ? chosen : null
  const problems = {
    token: token.trim() === '' ? t('test.tokenRequired') : undefined,
    number: isNumber(number) ? undefined : t('test.numberMask', { example: examplePhoneNumber }),
    body: kind === 'text' && body.trim() === '' ? t('test.bodyRequired') : undefined,
    file: kind === 'media' && file === null ? t('test.fileRequired') : undefined,
  }
  const { submit, isWaiting } = useDelayedSubmit(async () => {
    setSent(undefined)
    setSent(await send({ token: token.trim(), number, body, file }))
    showToast('success', t('test.sent'))
    setBody('')
    setChosen('none')
    setTried(false)
  })

  function trySending(event: FormEvent): void {
    event.preventDefault()
    setTried(true)
    if (Object.values(problems).every((problem) => problem === undefined)) void submit(undefined)
  }
  const shown: Partial<typeof problems> = wasTried ? problems : {}

  return (
    <form className={styles.test} aria-label={t(`test.${kind}`)} onSubmit={trySending} noValidate>
      <h3>{t('test.title')}</h3>
      <div className={formStyles.form}>
        <TextField
          label={t('test.token')}
          value={token}
          error={shown.token}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => onToken(target.value)}
        />
        <TextField
          label={t('test.number')}
          help={t('test.numberHelp', { example: examplePhoneNumber })}
          value={number}
          error={shown.number}
          inputMode="tel"
          autoComplete="off"
          onChange={({ target }) => setNumber(target.value)}
        />
        <TextField
          label={t(kind === 'text' ? 'test.body' : 'test.caption')}
          value={body}
          error={shown.body}
          multiline
          minRows={2}
          maxRows={6}
          onChange={({ target }) => setBody(target.value)}
        />
        {kind === 'media' && (
          <FileField
            words={{
              label: t('test.file'),
              help: t('test.fileHelp'),
              choose: t('test.chooseFile'),
              remove: t('test.removeFile'),
              uploading: t('test.uploading'),
            }}
            chosen={chosen}
            stored={null}
            problemOf={(candidate) => (candidate.size === 0 ? t('errors:ERR_UPLOAD_EMPTY') : undefined)}
            error={shown.file}
            uploaded={uploaded}
            onChange={setChosen}
          />
        )}
        <div className={styles.submit}>
          <Button type="submit" kind="primary" disabled={isWaiting} icon={Send}>
            {t('test.send')}
          </Button>
          <span role="status">{sent && t('test.result', sent)}</span>
        </div>
      </div>
    </form>
  )
}
