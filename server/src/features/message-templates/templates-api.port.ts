import type { Readable } from 'node:stream'
import type { TemplateCallFailure, TemplateHeaderFileKind } from '@balcao/domain/message-templates'
import type { OfficialCredentials } from '@balcao/domain/official-credentials'

/** The part of Meta's template management that this feature uses. Every call rejects with `TemplateProblem`. */
export interface TemplatesApi {
  list(credentials: OfficialCredentials): Promise<readonly MetaTemplate[]>
  create(credentials: OfficialCredentials, template: NewTemplate): Promise<CreatedTemplate>
  /** Replaces all components; Meta reviews the template again. */
  edit(credentials: OfficialCredentials, metaId: string, content: TemplateContent): Promise<void>
  remove(
    credentials: OfficialCredentials,
    template: { readonly metaId: string; readonly name: string },
  ): Promise<void>
  /** Returns Meta's handle of the uploaded sample. Looks up the app's id where it is unknown. */
  uploadSample(credentials: OfficialCredentials, sample: TemplateSample): Promise<string>
}

/** Components as Meta writes them, such as `{ type: 'BODY', text: 'Olá {{1}}!', example: … }`. */
export type MetaTemplateComponent = Readonly<Record<string, unknown>>

export interface TemplateContent {
  readonly category: string
  readonly components: readonly MetaTemplateComponent[]
}
export interface NewTemplate extends TemplateContent {
  readonly name: string
  readonly language: string
  readonly isNamed: boolean
}
export interface CreatedTemplate {
  readonly metaId: string
  readonly status: string
  /** The category, which Meta may have changed. */
  readonly category: string
}
export interface MetaTemplate extends NewTemplate {
  readonly metaId: string
  readonly status: string
  readonly quality: string | null
  /** Meta's reason for a rejection. Null without one; `NONE` counts as null. */
  readonly reason: string | null
}
export interface TemplateSample {
  readonly kind: TemplateHeaderFileKind
  readonly mimetype: string
  readonly fileName: string
  readonly bytes: number
  readonly file: () => Promise<Readable>
}

/** Meta refused a call, or did not answer. */
export class TemplateProblem extends Error {
  override readonly name = 'TemplateProblem'
  /** `detail` is Meta's own text, for a person to read. */
  constructor(
    readonly what: TemplateCallFailure,
    readonly detail: string,
    options?: ErrorOptions,
  ) {
    super(`${what}: ${detail}`, options)
  }
}
