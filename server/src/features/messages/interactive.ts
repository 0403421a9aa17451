import type { OutgoingContent } from '@balcao/whatsapp/gateway'

/** How a provider shows our message, where the provider can do more than send the body. Stored as JSON. */
export interface InteractiveContent {
  /**
   * The choices that the body lists with numbers, without these numbers. `text` is the body without the list.
   */
  readonly choices?: {
    readonly text: string
    readonly listLabel: string
    readonly choices: readonly { readonly id: string; readonly title: string }[]
  }
  readonly template?: {
    readonly name: string
    /** The language code, such as `pt_BR`. */
    readonly language: string
    /** The values of the template's components. The file of a header is the file of the message. */
    readonly components: readonly StoredTemplateComponent[]
  }
}

type TemplateContent = Extract<OutgoingContent, { kind: 'template' }>
type FileComponent = Extract<TemplateContent['components'][number], { file: unknown }>
export type StoredTemplateComponent = Exclude<TemplateContent['components'][number], FileComponent>
