import { type ContactView, contactForm } from '@balcao/contract/contacts'
import type { ContactId } from '@balcao/domain/ids'
import { zodResolver } from '@hookform/resolvers/zod'
import { Plus, X } from 'lucide-react'
import { useFieldArray, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { isRefusal } from '../../lib/api-error'
import { errorText } from '../../lib/error-text'
import { Button } from '../../ui/button'
import { FormDialog } from '../../ui/form-dialog'
import { IconButton } from '../../ui/icon-button'
import { TextField } from '../../ui/text-field'
import { showError, showToast } from '../../ui/toasts'
import { useDelayedSubmit } from '../../ui/use-submit'
import { useSaveContact } from './api/contacts'
import styles from './contacts.module.css'

type ContactInput = z.input<typeof contactForm>
type Values = z.output<typeof contactForm>

/** The form for a contact whose number WhatsApp hides: the number may be empty. */
const hiddenNumberForm = contactForm.extend({
  number: z.union([z.literal(''), contactForm.shape.number]),
})

interface ContactDialogProps {
  /** The contact to change, or the known values of a new one. */
  readonly start: Partial<Pick<ContactView, 'id' | 'name' | 'number' | 'email' | 'extraInfo'>>
  readonly onClose: () => void
  readonly onSaved: (contact: ContactView) => void
}

export function ContactDialog({ start, onClose, onSaved }: ContactDialogProps) {
  const { t } = useTranslation('contacts')
  const id: ContactId | null = start.id ?? null
  const isHidden = id !== null && start.number === ''
  /** A new contact whose name is known: the number field gets the focus. */
  const wantsNumber = id === null && (start.name ?? '') !== '' && (start.number ?? '') === ''
  const save = useSaveContact(id)
  const { register, control, handleSubmit, setError, formState } = useForm<ContactInput, unknown, Values>({
    resolver: zodResolver(isHidden ? hiddenNumberForm : contactForm),
    mode: 'onTouched',
    defaultValues: {
      name: start.name ?? '',
      number: start.number ?? '',
      email: start.email ?? '',
      extraInfo: start.extraInfo ?? [],
    },
  })
  const extra = useFieldArray({ control, name: 'extraInfo' })
  const { submit, isWaiting } = useDelayedSubmit(async (values: Values) => {
    try {
      const saved = await save.mutateAsync({
        ...values,
        extraInfo: values.extraInfo.filter(({ name }) => name.trim() !== ''),
      })
      showToast('success', t('saved'))
      onSaved(saved)
    } catch (error) {
      if (isAboutNumber(error)) setError('number', { message: errorText(error) }, { shouldFocus: true })
      showError(error)
    }
  })
  const { errors } = formState

  return (
    <FormDialog
      title={id === null ? t('newTitle') : t('editTitle')}
      onClose={onClose}
      onSubmit={handleSubmit(submit)}
      isWaiting={isWaiting}
      isDirty={formState.isDirty}
    >
      <TextField
        label={t('name')}
        autoFocus={!wantsNumber}
        error={errors.name?.message}
        {...register('name')}
      />
      <TextField
        label={t('number')}
        help={t(isHidden ? 'numberUnknownHelp' : 'numberHelp')}
        inputMode="tel"
        autoFocus={wantsNumber}
        error={errors.number?.message}
        {...register('number')}
      />
      <TextField label={t('email')} inputMode="email" error={errors.email?.message} {...register('email')} />
      <fieldset className={styles.extra}>
        <legend>{t('extraInfo')}</legend>
        {extra.fields.map((field, place) => (
          <div key={field.id} className={styles.pair}>
            <TextField
              label={t('extraName')}
              error={errors.extraInfo?.[place]?.name?.message}
              {...register(`extraInfo.${place}.name`)}
            />
            <TextField
              label={t('extraValue')}
              error={errors.extraInfo?.[place]?.value?.message}
              {...register(`extraInfo.${place}.value`)}
            />
            <IconButton label={t('removeExtra')} onClick={() => extra.remove(place)}>
              <X size={18} strokeWidth={1.75} aria-hidden />
            </IconButton>
          </div>
        ))}
        <Button size="small" icon={Plus} onClick={() => extra.append({ name: '', value: '' })}>
          {t('addExtra')}
        </Button>
      </fieldset>
    </FormDialog>
  )
}

function isAboutNumber(error: unknown): boolean {
  return isRefusal(error, 'ERR_DUPLICATED_CONTACT') || isRefusal(error, 'ERR_WAPP_INVALID_CONTACT')
}
