import type { OutgoingContent } from '@balcao/whatsapp/gateway'

/** The interactive form of an outgoing message, for providers that support more than text. Stored as JSON. */
export interface InteractiveContent {
  /** For a numbered list: the choices without their numbers, and the other text of the body as `text`. */
  readonly choices?: {
    readonly text: string
    readonly listLabel: string
    readonly choices: readonly { readonly id: string; readonly title: string }[]
  }
  readonly template?: {
    readonly name: string
    /** The language code, such as `pt_BR`. */
    readonly language: string
    /** The values of the template's components. The header's file is the message's own file. */
    readonly components: readonly StoredTemplateComponent[]
  }
}

type TemplateContent = Extract<OutgoingContent, { kind: 'template' }>
type FileComponent = Extract<TemplateContent['components'][number], { file: unknown }>
type StoredTemplateComponent = Exclude<TemplateContent['components'][number], FileComponent>
