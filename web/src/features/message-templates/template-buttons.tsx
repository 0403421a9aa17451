import { type TemplateDraft, templateLimits } from '@balcao/domain/message-templates'
import { Copy, ExternalLink, Phone, Reply, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button'
import { IconButton } from '../../ui/icon-button'
import { TextField } from '../../ui/text-field'
import styles from './message-templates.module.css'

type DraftButton = TemplateDraft['buttons'][number]
type Examples = TemplateDraft['examples']['buttons']

interface TemplateButtonsProps {
  readonly buttons: readonly DraftButton[]
  readonly examples: Examples
  readonly problem: string | undefined
  readonly onChange: (buttons: readonly DraftButton[], examples: Examples) => void
}

const kinds = [
  { kind: 'quick_reply', icon: Reply, empty: { kind: 'quick_reply', text: '' } },
  { kind: 'url', icon: ExternalLink, empty: { kind: 'url', text: '', url: 'https://' } },
  { kind: 'phone_number', icon: Phone, empty: { kind: 'phone_number', text: '', phone: '' } },
  { kind: 'copy_code', icon: Copy, empty: { kind: 'copy_code', text: '' } },
] as const

export function TemplateButtonsField({ buttons, examples, problem, onChange }: TemplateButtonsProps) {
  const { t } = useTranslation('messageTemplates')
  const change = (at: number, button: DraftButton) => onChange(buttons.with(at, button), examples)

  function remove(at: number): void {
    const moved = Object.entries(examples).flatMap(([key, value]) => {
      const place = Number(key)
      return place === at ? [] : [[String(place > at ? place - 1 : place), value] as const]
    })
    onChange(buttons.toSpliced(at, 1), Object.fromEntries(moved))
  }

  return (
    <fieldset className={styles.group}>
      <legend>{t('buttons')}</legend>
      {buttons.map((button, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: buttons are known by their places
        <div key={at} className={styles.button}>
          <div className={styles.buttonHead}>
            <strong>{t(`buttonKinds.${button.kind}`)}</strong>
            <IconButton
              icon={Trash2}
              iconSize={18}
              label={t('removeButton', { place: at + 1 })}
              onClick={() => remove(at)}
            />
          </div>
          {button.kind !== 'copy_code' && (
            <TextField
              label={t('buttonText')}
              value={button.text}
              maxLength={templateLimits.buttonText}
              onChange={({ target }) => change(at, { ...button, text: target.value })}
            />
          )}
          {button.kind === 'url' && (
            <TextField
              label={t('buttonUrl')}
              help={t('buttonUrlHelp', { first: '{{1}}' })}
              type="url"
              value={button.url}
              maxLength={templateLimits.url}
              onChange={({ target }) => change(at, { ...button, url: target.value })}
            />
          )}
          {button.kind === 'phone_number' && (
            <TextField
              label={t('buttonPhone')}
              help={t('buttonPhoneHelp')}
              type="tel"
              value={button.phone}
              maxLength={templateLimits.phone}
              onChange={({ target }) => change(at, { ...button, phone: target.value.replace(/[^\d+]/g, '') })}
            />
          )}
        </div>
      ))}
      {problem !== undefined && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
      {buttons.length < templateLimits.buttons && (
        <div className={styles.add}>
          {kinds.map(({ kind, icon, empty }) => (
            <Button
              key={kind}
              size="small"
              icon={icon}
              onClick={() => onChange([...buttons, empty], examples)}
            >
              {t(`buttonKinds.${kind}`)}
            </Button>
          ))}
        </div>
      )}
    </fieldset>
  )
}
