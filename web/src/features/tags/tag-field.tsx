import { tagForm } from '@balcao/contract/tags'
import { Plus } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTags } from '../../lib/lists/tags'
import { foldCaseAndAccents } from '../../lib/without-accents'
import { AutocompleteField } from '../../ui/autocomplete-field'
import { NameWithColourDot } from '../../ui/dot-name'
import { PanelFailure } from '../../ui/side-panel'
import { type TicketTag, useCreateTag } from './api/tags'
import styles from './tags.module.css'

type TagOption =
  | { readonly kind: 'known'; readonly tag: TicketTag }
  | { readonly kind: 'new'; readonly name: string }

interface TagFieldProps {
  readonly chosen: readonly TicketTag[]
  readonly onChoose: (tag: TicketTag) => void
  readonly onDone: () => void
}

export function TagField({ chosen, onChoose, onDone }: TagFieldProps) {
  const { t } = useTranslation('tags')
  const { data: tags, error, refetch } = useTags()
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()
  const create = useCreateTag()

  function choose(tag: TicketTag): void {
    setText('')
    if (!chosen.some(({ id }) => id === tag.id)) onChoose(tag)
  }
  async function make(name: string): Promise<void> {
    const read = tagForm.shape.name.safeParse(name)
    setProblem(read.error?.issues[0]?.message)
    if (!read.success) return
    const known = tags?.find((tag) => isFound(tag, read.data))
    if (known !== undefined) return choose(known)
    // The mutation has already shown the error.
    await create.mutateAsync(read.data).then(choose, () => undefined)
  }
  function take(option: TagOption | null): void {
    if (option === null) return
    if (option.kind === 'new') void make(option.name)
    else choose(option.tag)
  }
  /** Escape closes the field. While the list of choices is open, Escape closes only that list, without this handler. */
  function actOnKey(event: KeyboardEvent): void {
    const showsChoices =
      event.target instanceof Element && event.target.getAttribute('aria-expanded') === 'true'
    if (event.key !== 'Escape' || showsChoices) return
    event.stopPropagation()
    onDone()
  }

  if (error !== null && tags === undefined)
    return <PanelFailure text={t('loadFailed')} onRetry={() => void refetch()} />
  return (
    <AutocompleteField<TagOption>
      label={t('add')}
      error={problem}
      placeholder={t('placeholder')}
      none=""
      autoFocus
      disabled={create.isPending}
      options={tagOptions(tags ?? [], chosen, text)}
      isSearching={tags === undefined}
      value={null}
      text={text}
      keyOf={(option) => (option.kind === 'new' ? 'new' : option.tag.id)}
      nameOf={(option) => (option.kind === 'new' ? option.name : option.tag.name)}
      show={(option) =>
        option.kind === 'new' ? (
          <span className={styles.create}>
            <Plus size={16} strokeWidth={2} aria-hidden /> {t('create', { name: option.name })}
          </span>
        ) : (
          <NameWithColourDot name={option.tag.name} color={option.tag.color} />
        )
      }
      onText={(next, isReset) => {
        if (isReset) return // Skips resets, which would write the name of the chosen tag into the field.
        setText(next)
        setProblem(undefined)
      }}
      onChoose={take}
      onFreeText={(name) => void make(name)}
      onKeyDown={actOnKey}
    />
  )
}

export function tagOptions(
  tags: readonly TicketTag[],
  chosen: readonly TicketTag[],
  typed: string,
): TagOption[] {
  const words = foldCaseAndAccents(typed.trim())
  const found = tags
    .filter((tag) => foldCaseAndAccents(tag.name).includes(words) && !chosen.some(({ id }) => id === tag.id))
    .map((tag): TagOption => ({ kind: 'known', tag }))
  const name = typed.trim()
  return name === '' || tags.some((tag) => isFound(tag, name)) ? found : [...found, { kind: 'new', name }]
}

/** Compares tag names without case, but with accents. */
function isFound(tag: { readonly name: string }, name: string): boolean {
  return tag.name.toLowerCase() === name.trim().toLowerCase()
}
