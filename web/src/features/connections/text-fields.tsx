import { useState } from 'react'
import { Controller, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useQueues } from '../../lib/lists/queues'
import { useUser } from '../../lib/session'
import { useNow } from '../../lib/timers'
import { MessagePreview } from '../../ui/message-preview'
import { TextWithVariablesField } from '../../ui/text-with-variables'
import { type ConnectionFormControl, type ConnectionTextName, connectionTextNames } from './connection-form'
import styles from './connection-form.module.css'
import { connectionTextPreview } from './preview'

export function ConnectionTextFields({ control }: { control: ConnectionFormControl }) {
  const { t } = useTranslation('connections')
  const [written, setWritten] = useState<ConnectionTextName>('greetingMessage')
  // Several queues require a greeting (CONN-18).
  const isGreetingNeeded = useWatch({ control, name: 'queueIds' }).length > 1
  return (
    <div className={styles.texts}>
      <div className={styles.fields}>
        {connectionTextNames.map((name) => (
          <Controller
            key={name}
            control={control}
            name={name}
            render={({ field, fieldState }) => (
              <TextWithVariablesField
                ref={field.ref}
                label={t(`text.${name}`)}
                help={t(
                  name === 'greetingMessage' && isGreetingNeeded ? 'greetingNeeded' : `textHelp.${name}`,
                )}
                minRows={2}
                value={field.value}
                error={fieldState.error?.message}
                showsVariables={name === written}
                onChange={field.onChange}
                onBlur={field.onBlur}
                onFocus={() => setWritten(name)}
              />
            )}
          />
        ))}
      </div>
      <Preview control={control} name={written} />
    </div>
  )
}

function Preview({ control, name }: { control: ConnectionFormControl; name: ConnectionTextName }) {
  const { t } = useTranslation('connections')
  const { timeZone, language } = useUser().company
  const { data: queues = [] } = useQueues()
  const now = useNow(30_000)
  const [text, queueIds] = useWatch({ control, name: [name, 'queueIds'] })
  const { messages, nothing } = connectionTextPreview(
    name,
    text,
    queues.filter(({ id }) => queueIds.includes(id)),
    { now: new Date(now), timeZone, language },
  )
  return (
    <div className={styles.preview}>
      <MessagePreview
        label={t('previewOf', { text: t(`text.${name}`) })}
        messages={messages}
        nothing={t(`previewNothing.${nothing}`)}
        now={now}
      />
    </div>
  )
}
