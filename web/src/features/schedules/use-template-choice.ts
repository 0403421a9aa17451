import type { ConnectionView } from '@balcao/contract/connections'
import type { MessageTemplateView, TemplateWithValues } from '@balcao/contract/message-templates'
import type { ScheduleView } from '@balcao/contract/schedules'
import {
  hasEmptyTemplateSlot,
  isTemplateSendable,
  noTemplateValues,
  type TemplateValues,
  templatePartsOf,
} from '@balcao/domain/message-templates'
import { capabilitiesOf } from '@balcao/domain/providers'
import { useState } from 'react'
import { initialTemplateValues } from '../../lib/first-template-values'
import { useMessageTemplates } from '../../lib/lists/message-templates'

export type ScheduleContentKind = 'text' | 'template'

export function useScheduleTemplateChoice(
  stored: ScheduleView['template'],
  connection: ConnectionView | undefined,
  { isFixed, isOwn, isKept }: ChoiceFacts,
) {
  const isOffered = !isFixed && capabilitiesOf(connection?.provider ?? '').templates
  const [wanted, setKind] = useState<ScheduleContentKind>(stored === null ? 'text' : 'template')
  const [choice, setChoice] = useState<Chosen>({
    id: stored?.templateId ?? null,
    values: stored?.values ?? noTemplateValues,
  })
  const [isChanged, setChanged] = useState(false)
  const [asksForAll, setAsking] = useState(false)
  const kind: ScheduleContentKind = isOffered ? wanted : 'text'
  const isTemplate = kind === 'template'
  const list = useMessageTemplates(isTemplate ? (connection?.id ?? null) : null)
  const sendable = (list.data?.templates ?? []).filter((one) =>
    isTemplateSendable(one, templatePartsOf(one.components)),
  )
  const chosen = sendable.find(({ id }) => id === choice.id) ?? null
  const parts = chosen === null ? null : templatePartsOf(chosen.components)

  function change(next: Partial<Chosen>): void {
    setChoice((before) => ({ ...before, ...next }))
    setChanged(true)
  }

  return {
    kind,
    isOffered,
    isTemplate,
    isChanged,
    asksForAll,
    list,
    sendable,
    chosen,
    parts,
    values: choice.values,
    /** The stored template was deleted, or cannot be sent any more. */
    isLost: stored !== null && isOwn && !isChanged && list.data !== undefined && chosen === null,
    setKind(next: ScheduleContentKind): void {
      setKind(next)
      setChanged(true)
    },
    choose(template: MessageTemplateView | null): void {
      const values = template === null ? noTemplateValues : initialTemplateValues(template, '{{firstName}}')
      change({ id: template?.id ?? null, values })
      setAsking(false)
    },
    setValues: (values: TemplateValues) => change({ values }),
    askForAll: () => setAsking(true),
    /** The value to save: the chosen template, or null for free text; undefined when something is missing. */
    toSave(): TemplateWithValues | 'kept' | null | undefined {
      if (isKept) return 'kept'
      if (!isTemplate) return null
      if (chosen === null || parts === null || hasEmptyTemplateSlot(parts, choice.values)) return undefined
      return { templateId: chosen.id, values: copied(choice.values) }
    },
  }
}

interface ChoiceFacts {
  readonly isFixed: boolean
  /** The chosen connection is that of the stored schedule. */
  readonly isOwn: boolean
  /** The stored template stays unchanged, because the connections are not loaded. */
  readonly isKept: boolean
}

interface Chosen {
  readonly id: MessageTemplateView['id'] | null
  readonly values: TemplateValues
}

function copied({ header, body, buttons }: TemplateValues): TemplateWithValues['values'] {
  return { header: { ...header }, body: { ...body }, buttons: { ...buttons } }
}
