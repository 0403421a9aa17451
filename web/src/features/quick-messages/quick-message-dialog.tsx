import { type QuickMessageView, quickMessageForm } from '@balcao/contract/quick-messages'
import type { QuickMessageId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import { fillVariables } from '@balcao/domain/message-variables'
import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { isRefusal } from '../../lib/api-error'
import { errorText } from '../../lib/error-text'
import { useQuickMessages } from '../../lib/lists/quick-messages'
import { sampleContact } from '../../lib/sample-person'
import { useUser } from '../../lib/session'
import { useNow } from '../../lib/timers'
import { foldCaseAndAccents } from '../../lib/without-accents'
import { type ChosenFile, FileField, useChosenFilePreview } from '../../ui/file-field'
import { FormDialog } from '../../ui/form-dialog'
import { FormSwitchField } from '../../ui/form-fields'
import { MessagePreview } from '../../ui/message-preview'
import { TextField } from '../../ui/text-field'
import { TextWithVariablesField } from '../../ui/text-with-variables'
import { showError, showToast } from '../../ui/toasts'
import { useDelayedSubmit } from '../../ui/use-submit'
import { useSaveQuickMessage } from './api/quick-messages'
import styles from './quick-messages.module.css'

type Values = z.output<typeof quickMessageForm>

interface QuickMessageDialogProps {
  readonly quickMessage: QuickMessageView | null
  readonly onClose: () => void
}

export function QuickMessageDialog({ quickMessage, onClose }: QuickMessageDialogProps) {
  const { t } = useTranslation('quickMessages')
  const [file, setFile] = useState<ChosenFile>('kept')
  const { save, uploaded } = useSaveQuickMessage(quickMessage)
  const { register, control, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(quickMessageForm),
    mode: 'onTouched',
    defaultValues: {
      shortcode: quickMessage?.shortcode ?? '',
      message: quickMessage?.message ?? '',
      geral: quickMessage?.geral ?? false,
    },
  })
  const { submit, isWaiting } = useDelayedSubmit(async (values: Values) => {
    try {
      await save({ values, file })
      showToast('success', t('saved'))
      onClose()
    } catch (error) {
      if (isRefusal(error, 'ERR_SHORTCODE_OWN') || isRefusal(error, 'ERR_SHORTCODE_SHARED'))
        setError('shortcode', { message: errorText(error) }, { shouldFocus: true })
      showError(error)
    }
  })
  const { errors } = formState
  const [shortcode = '', geral] = useWatch({ control, name: ['shortcode', 'geral'] })
  const shownFile = useChosenFilePreview(file, storedFile(quickMessage))

  function problemOf(chosen: File): string | undefined {
    if (chosen.size === 0) return t('errors:ERR_UPLOAD_EMPTY')
    const kind = kindOf(chosen)
    if (chosen.size <= limits.uploads[kind]) return undefined
    return t('errors:ERR_UPLOAD_TOO_LARGE', { context: kind, limitMegabytes: limits.uploads[kind] >> 20 })
  }

  return (
    <FormDialog
      title={t(quickMessage === null ? 'new' : 'editTitle')}
      onClose={onClose}
      onSubmit={handleSubmit(submit)}
      isWaiting={isWaiting}
      isDirty={formState.isDirty || file !== 'kept'}
      width={600}
    >
      <TextField
        label={t('shortcode')}
        help={t('shortcodeHelp')}
        autoFocus
        error={errors.shortcode?.message}
        {...register('shortcode')}
      />
      <ShortcodeWarning id={quickMessage?.id ?? null} shortcode={shortcode} isShared={geral === true} />
      <Controller
        control={control}
        name="message"
        render={({ field }) => (
          <>
            <TextWithVariablesField
              ref={field.ref}
              label={t('message')}
              value={field.value ?? ''}
              error={errors.message?.message}
              onChange={field.onChange}
              onBlur={field.onBlur}
            />
            <Preview text={field.value ?? ''} picture={shownFile?.picture ?? null} />
          </>
        )}
      />
      <FileField
        words={{
          label: t('file'),
          help: t('fileHelp'),
          choose: t('chooseFile'),
          remove: t('removeFile'),
          uploading: t('uploading'),
        }}
        chosen={file}
        stored={storedFile(quickMessage)}
        problemOf={problemOf}
        uploaded={uploaded}
        onChange={setFile}
      />
      <FormSwitchField control={control} name="geral" label={t('shared')} help={t('sharedHelp')} />
    </FormDialog>
  )
}

interface ShortcodeWarningProps {
  readonly id: QuickMessageId | null
  readonly shortcode: string
  readonly isShared: boolean
}

/**
 * Warns if a private and a shared quick message have the same shortcode. Both may exist, and the composer
 * then offers both.
 */
function ShortcodeWarning({ id, shortcode, isShared }: ShortcodeWarningProps) {
  const { t } = useTranslation('quickMessages')
  const { data: others = [] } = useQuickMessages(true)
  const plain = (text: string) => foldCaseAndAccents(text.trim().replace(/^\/+/, ''))
  const wanted = plain(shortcode)
  const isDouble =
    wanted !== '' &&
    others.some((one) => one.id !== id && one.geral !== isShared && plain(one.shortcode) === wanted)
  // Always mounted, so that screen readers announce changes of its content.
  return (
    <p role="status" className={styles.warning}>
      {isDouble && t(isShared ? 'alsoOwn' : 'alsoShared', { shortcode: wanted })}
    </p>
  )
}

function Preview({ text, picture }: { text: string; picture: string | null }) {
  const { t } = useTranslation('quickMessages')
  const { timeZone, language } = useUser().company
  const now = useNow(30_000)
  const written = text.trim()
  const facts = { ...sampleContact, now: new Date(now), timeZone, language }
  return (
    <MessagePreview
      label={t('preview')}
      messages={written === '' && picture === null ? [] : [fillVariables(written, facts)]}
      picture={picture}
      nothing={t('previewNothing')}
      now={now}
    />
  )
}

function storedFile(quickMessage: QuickMessageView | null) {
  if (quickMessage === null || quickMessage.mediaPath === null) return null
  const { mediaName, mediaPath, mediaType } = quickMessage
  return { name: mediaName ?? '', picture: mediaType === 'image' ? mediaPath : null }
}

function kindOf({ type }: File): keyof typeof limits.uploads {
  return (['image', 'audio', 'video'] as const).find((kind) => type.startsWith(`${kind}/`)) ?? 'document'
}
