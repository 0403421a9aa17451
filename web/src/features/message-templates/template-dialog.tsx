import type { MessageTemplateView } from '@balcao/contract/message-templates'
import type { ConnectionId } from '@balcao/domain/ids'
import {
  buttonsInMetaOrder,
  type CreatableTemplateCategory,
  creatableTemplateCategories,
  fillTemplateParts,
  isTemplateSlotEmpty,
  noTemplateValues,
  problemOfTemplateDraft,
  type TemplateDraft,
  type TemplateDraftProblem,
  type TemplateHeaderFileKind,
  templateExamplesOf,
  templateHeaderFileKinds,
  templateLimits,
  templatePartsOf,
  templateSampleMimeTypes,
  templateSlotsOf,
  templateSlotValue,
} from '@balcao/domain/message-templates'
import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNow } from '../../lib/timers'
import { AutocompleteField } from '../../ui/autocomplete-field'
import { SelectField } from '../../ui/choice-field'
import { type ChosenFile, FileField, useChosenFilePreview } from '../../ui/file-field'
import formStyles from '../../ui/form.module.css'
import { FormDialog } from '../../ui/form-dialog'
import { TemplatePreview } from '../../ui/template-preview'
import { TextField } from '../../ui/text-field'
import { showToast } from '../../ui/toasts'
import { useDelayedSubmit } from '../../ui/use-submit'
import { useSaveTemplate } from './api/message-templates'
import styles from './message-templates.module.css'
import { TemplateButtonsField } from './template-buttons'

const templateLanguages: readonly { readonly code: string; readonly name: string }[] = [
  { code: 'pt_BR', name: 'Português (Brasil)' },
  { code: 'pt_PT', name: 'Português (Portugal)' },
  { code: 'es', name: 'Español' },
  { code: 'es_AR', name: 'Español (Argentina)' },
  { code: 'es_ES', name: 'Español (España)' },
  { code: 'es_MX', name: 'Español (México)' },
  { code: 'en', name: 'English' },
  { code: 'en_GB', name: 'English (UK)' },
  { code: 'en_US', name: 'English (US)' },
  { code: 'de', name: 'Deutsch' },
  { code: 'fr', name: 'Français' },
  { code: 'it', name: 'Italiano' },
  { code: 'nl', name: 'Nederlands' },
  { code: 'ar', name: 'العربية' },
  { code: 'zh_CN', name: '中文（简体）' },
  { code: 'ja', name: '日本語' },
  { code: 'ko', name: '한국어' },
  { code: 'ru', name: 'Русский' },
]

interface TemplateDialogProps {
  readonly connectionId: ConnectionId
  readonly template: MessageTemplateView | null
  readonly onClose: () => void
}

/** Creates or edits a template. Saving sends it to Meta for review. */
export function TemplateDialog({ connectionId, template, onClose }: TemplateDialogProps) {
  const { t } = useTranslation('messageTemplates')
  const save = useSaveTemplate(connectionId, template?.id ?? null)
  const [draft, setDraft] = useState<TemplateDraft>(() => draftOf(template))
  const [file, setFile] = useState<ChosenFile>('none')
  const [isDirty, setDirty] = useState(false)
  const [problem, setProblem] = useState<TemplateDraftProblem | null>(null)
  const now = useNow(30_000)
  const sample = file instanceof File ? file : null
  const shownFile = useChosenFilePreview(file, null)

  function change(changes: Partial<TemplateDraft>): void {
    setDraft((before) => ({ ...before, ...changes }))
    setDirty(true)
    setProblem(null)
  }
  const { submit, isWaiting } = useDelayedSubmit(async (written: TemplateDraft) => {
    await save.mutateAsync({ draft: written, sample })
    showToast('success', t('saved'))
    onClose()
  })
  function check(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    // The check only needs to know whether a sample file exists, so the file's name is enough.
    const found = problemOfTemplateDraft({ ...draft, sample: sample?.name ?? null })
    setProblem(found)
    if (found === null) void submit(draft)
  }
  const errorOf = (...problems: TemplateDraftProblem[]) =>
    problem !== null && problems.includes(problem) ? t(`errors:ERR_TEMPLATE_FORM_${problem}`) : undefined
  const isApproved = template?.status === 'APPROVED'
  const { header, body, footer, buttons, examples } = draft
  // Fills in the examples before sorting the buttons, because each example is keyed by its button's place in the form.
  const filled = fillTemplateParts({ header, body, footer, buttons, unfillable: [] }, examples)
  const preview = { ...filled, buttons: buttonsInMetaOrder(filled.buttons) }

  return (
    <FormDialog
      title={template === null ? t('newTitle') : t('editTitle', { name: template.name })}
      onClose={onClose}
      onSubmit={check}
      isWaiting={isWaiting}
      isDirty={isDirty}
      width={960}
    >
      <div className={styles.sides}>
        <div className={formStyles.form}>
          {template !== null && <p>{t('editMeaning')}</p>}
          <TextField
            label={t('name')}
            help={t('nameHelp')}
            value={draft.name}
            disabled={template !== null}
            autoFocus={template === null}
            error={errorOf('name-form')}
            onChange={({ target }) => change({ name: nameFrom(target.value) })}
          />
          <div className={formStyles.pair}>
            <AutocompleteField
              label={t('language')}
              options={templateLanguages}
              value={languageOf(draft.language)}
              none={t('noLanguage')}
              isRequired
              disabled={template !== null}
              error={errorOf('language-form')}
              keyOf={({ code }) => code}
              nameOf={({ code, name }) => `${name} · ${code}`}
              onChoose={(language) => language !== null && change({ language: language.code })}
            />
            <SelectField<CreatableTemplateCategory>
              label={t('category')}
              help={t(`categoryHelp.${draft.category}`)}
              choices={creatableTemplateCategories.map((value) => ({
                value,
                name: t(`categories.${value}`),
              }))}
              value={draft.category}
              disabled={isApproved}
              onChange={(category) => change({ category })}
            />
          </div>
          <SelectField<HeaderChoice>
            label={t('header')}
            choices={headerChoices.map((value) => ({ value, name: t(`headers.${value}`) }))}
            value={draft.header?.kind ?? 'none'}
            onChange={(kind) => {
              change({ header: headerOf(kind) })
              setFile('none')
            }}
          />
          {draft.header?.kind === 'text' && (
            <TextField
              label={t('headerText')}
              value={draft.header.text}
              maxLength={templateLimits.headerText}
              error={errorOf('header-text', 'header-long', 'header-variables')}
              onChange={({ target }) => change({ header: { kind: 'text', text: target.value } })}
            />
          )}
          {draft.header !== null && draft.header.kind !== 'text' && (
            <SampleField
              kind={draft.header.kind}
              chosen={file}
              uploaded={save.isPending && sample !== null ? 0 : undefined}
              error={errorOf('header-sample')}
              onChange={(chosen) => {
                setFile(chosen === 'kept' ? 'none' : chosen)
                change({})
              }}
            />
          )}
          <TextField
            label={t('body')}
            help={t('bodyHelp', { first: '{{1}}', named: '{{nome}}' })}
            multiline
            minRows={4}
            value={draft.body}
            maxLength={templateLimits.body}
            error={errorOf(
              ...(['body-empty', 'body-long', 'body-edge', 'body-variables'] as const),
              ...(['variables-mixed', 'variables-name', 'variables-order'] as const),
            )}
            onChange={({ target }) => change({ body: target.value })}
          />
          <TextField
            label={t('footer')}
            value={draft.footer}
            maxLength={templateLimits.footer}
            error={errorOf('footer-long', 'footer-variables')}
            onChange={({ target }) => change({ footer: target.value })}
          />
          <TemplateButtonsField
            buttons={draft.buttons}
            problem={errorOf(
              ...(['buttons-many', 'buttons-url', 'buttons-phone', 'buttons-code', 'button-text'] as const),
              ...(['button-long', 'button-url', 'button-variable', 'button-phone'] as const),
            )}
            onChange={(buttons, examples) =>
              change({ buttons, examples: { ...draft.examples, buttons: examples } })
            }
            examples={draft.examples.buttons}
          />
          <Examples
            draft={draft}
            error={errorOf('example-missing', 'button-example')}
            onChange={(examples) => change({ examples })}
          />
        </div>
        <div className={styles.preview}>
          <TemplatePreview label={t('common:template.preview')} parts={preview} file={shownFile} now={now} />
        </div>
      </div>
    </FormDialog>
  )
}

const headerChoices = ['none', 'text', ...templateHeaderFileKinds] as const
type HeaderChoice = (typeof headerChoices)[number]

function headerOf(kind: HeaderChoice): TemplateDraft['header'] {
  if (kind === 'none') return null
  return kind === 'text' ? { kind, text: '' } : { kind }
}

/** Converts a typed name to the characters that Meta allows, as far as possible. */
function nameFrom(typed: string): string {
  return typed.toLowerCase().replace(/[\s-]/g, '_')
}

function languageOf(code: string) {
  return templateLanguages.find((language) => language.code === code) ?? { code, name: code }
}

function draftOf(template: MessageTemplateView | null): TemplateDraft {
  if (template === null)
    return {
      ...{ name: '', language: 'pt_BR', category: 'UTILITY', header: null, sample: null },
      ...{ body: '', footer: '', buttons: [], examples: noTemplateValues },
    }
  const { header, body, footer, buttons } = templatePartsOf(template.components)
  return {
    name: template.name,
    language: template.language,
    category: creatableTemplateCategories.find((one) => one === template.category) ?? 'UTILITY',
    header,
    sample: null,
    body,
    footer,
    // Only narrows the type: the form opens only for templates without buttons of kind `other`.
    buttons: buttons.filter((button) => button.kind !== 'other'),
    examples: templateExamplesOf(template.components),
  }
}

interface SampleFieldProps {
  readonly kind: TemplateHeaderFileKind
  readonly chosen: ChosenFile
  readonly uploaded: number | undefined
  readonly error: string | undefined
  readonly onChange: (chosen: ChosenFile) => void
}

function SampleField({ kind, chosen, uploaded, error, onChange }: SampleFieldProps) {
  const { t } = useTranslation('messageTemplates')
  function problemOf(file: File): string | undefined {
    if (!templateSampleMimeTypes[kind].includes(file.type)) return t('errors:ERR_TEMPLATE_SEND_file-kind')
    const most = templateLimits.files[kind]
    if (file.size > most) return t('sampleTooLarge', { megabytes: most / 1_000_000 })
    return undefined
  }
  return (
    <FileField
      words={{
        label: t('sample'),
        help: t(`sampleHelp.${kind}`),
        choose: t('chooseSample'),
        remove: t('removeSample'),
        uploading: t('uploading'),
      }}
      chosen={chosen}
      stored={null}
      accept={templateSampleMimeTypes[kind].join(',')}
      problemOf={problemOf}
      error={error}
      uploaded={uploaded}
      onChange={onChange}
    />
  )
}

interface ExamplesProps {
  readonly draft: TemplateDraft
  readonly error: string | undefined
  readonly onChange: (examples: TemplateDraft['examples']) => void
}

function Examples({ draft: { header, body, footer, buttons, examples }, error, onChange }: ExamplesProps) {
  const { t } = useTranslation('messageTemplates')
  const slots = templateSlotsOf({ header, body, footer, buttons, unfillable: [] })
  if (slots.length === 0) return null
  return (
    <fieldset className={styles.group}>
      <legend>{t('examples')}</legend>
      {slots.map((slot) => {
        const { part, key, button } = slot
        return (
          <TextField
            key={`${part} ${key}`}
            label={t(`common:template.slot.${part}`, { name: part === 'buttons' ? button : key })}
            value={templateSlotValue(examples, slot)}
            error={isTemplateSlotEmpty(examples, slot) ? error : undefined}
            onChange={({ target }) =>
              onChange({ ...examples, [part]: { ...examples[part], [key]: target.value } })
            }
          />
        )
      })}
      <p>{t('examplesHelp')}</p>
    </fieldset>
  )
}
