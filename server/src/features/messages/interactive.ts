import type { OutgoingContent } from '@balcao/whatsapp/gateway'

/** How a provider shows a message of ours, where it can do more than send the body. Stored as JSON. */
export interface Interactive {
  /** The answers that the body offers, without their numbers. `text`: the body without them. */
  readonly choices?: {
    readonly text: string
    readonly listLabel: string
    readonly choices: readonly { readonly id: string; readonly title: string }[]
  }
  readonly template?: {
    readonly name: string
    /** Such as `pt_BR`. */
    readonly language: string
    /** The values of its parts; the file of a header is the message's own. */
    readonly components: readonly StoredComponent[]
  }
}

type TemplateContent = Extract<OutgoingContent, { kind: 'template' }>
type FileComponent = Extract<TemplateContent['components'][number], { file: unknown }>
export type StoredComponent = Exclude<TemplateContent['components'][number], FileComponent>
