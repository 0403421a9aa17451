import type { MessageTemplateView } from '@balcao/contract/message-templates'
import {
  noTemplateValues,
  type TemplateValues,
  templatePartsOf,
  templateSlotsOf,
} from '@balcao/domain/message-templates'

/** Fills the contact's name into the body's variable `nome`, `name` or alike; of numbered variables into the first. */
export function initialTemplateValues(
  { components, isNamed }: MessageTemplateView,
  contactName: string,
): TemplateValues {
  const inBody = templateSlotsOf(templatePartsOf(components)).filter(({ part }) => part === 'body')
  const isName = (key: string) => /^(nome|name|nombre|cliente|customer|first_?name|primeiro_?nome)/.test(key)
  const slot = isNamed ? inBody.find(({ key }) => isName(key)) : inBody[0]
  return slot === undefined ? noTemplateValues : { ...noTemplateValues, body: { [slot.key]: contactName } }
}
