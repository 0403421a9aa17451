import type { OutgoingContent } from '@balcao/whatsapp/gateway'

/** How a provider shows our message, where the provider can do more than send the body. Stored as JSON. */
export interface InteractiveContent {
  /**
   * Of a body with a numbered list of choices: the choices without their numbers, and the rest of the body as `text`.
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
