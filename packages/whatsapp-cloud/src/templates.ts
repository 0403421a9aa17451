import { createReadStream } from 'node:fs'
import { z } from 'zod'
import type { GraphClient } from './graph'
import { GraphError, GraphUnreachable } from './graph-error'
import { fetchGraphListPages, pagingShape } from './set-up'
import { nullableBoolean, nullableObject, nullableText, objectList } from './shapes'
import { type FileToSend, missingMetaIdError, withFileCopy } from './upload'

export type TemplateFailureReason =
  | 'refused' // the form or text is wrong; the detail holds Meta's explanation
  | 'name-taken' // the name exists in this language, or was deleted in the last 30 days
  | 'too-many' // the account has reached its limit of templates
  | 'too-fast'
  | 'gone'
  | 'token' // the token expired, or lacks the permission
  | 'no-answer' // Meta may have executed the call

export class TemplateFailed extends Error {
  override readonly name = 'TemplateFailed'
  constructor(
    readonly trouble: TemplateFailureReason,
    readonly detail = '',
    options?: ErrorOptions,
  ) {
    super(`the template failed: ${trouble}`, options)
  }
}

export interface CloudTemplate {
  readonly id: string
  readonly name: string
  /** The language, such as `pt_BR`. */
  readonly language: string
  /** MARKETING, UTILITY or AUTHENTICATION. */
  readonly category: string
  /** The status, such as APPROVED, PENDING, REJECTED or PAUSED. Meta may add others. */
  readonly status: string
  /** Meta's quality rating: GREEN, YELLOW, RED or UNKNOWN. */
  readonly quality: string | null
  /** Null when Meta did not reject the template. */
  readonly rejectedReason: string | null
  readonly parameterFormat: 'POSITIONAL' | 'NAMED'
  /** The parts in Meta's format: HEADER, BODY, FOOTER, BUTTONS and others. */
  readonly components: readonly unknown[]
}

export interface CloudTemplateDraft {
  readonly name: string
  readonly language: string
  readonly category: string
  readonly parameterFormat: 'POSITIONAL' | 'NAMED'
  /** The parts in Meta's format, with an example per variable, and the handle of a header's sample file. */
  readonly components: readonly unknown[]
  /** True: Meta may change the category instead of rejecting the template. */
  readonly allowsCategoryChange?: boolean
}

const templateShape = {
  id: nullableText,
  name: nullableText,
  language: nullableText,
  category: nullableText,
  status: nullableText,
  quality_score: nullableObject({ score: nullableText }),
  rejected_reason: nullableText,
  parameter_format: nullableText,
  components: z.array(z.unknown()).catch([]),
}
const page = z.object({ data: objectList(templateShape), paging: pagingShape })
const fields = 'id,name,language,category,status,quality_score,rejected_reason,parameter_format,components'
/** The most pages to read. An account has at most 60: Meta allows 6,000 templates, and a page has a hundred. */
const pagesAtMost = 100

export async function* fetchTemplates(
  client: GraphClient,
  accountId: string,
): AsyncGenerator<readonly CloudTemplate[]> {
  const pages = fetchGraphListPages(client, [accountId, 'message_templates'], fields, page, pagesAtMost)
  for (;;) {
    const { value, done } = await failingClearly(() => pages.next())
    if (done) return
    yield value.flatMap((one) => templateIn(one) ?? [])
  }
}

function templateIn(given: z.infer<z.ZodObject<typeof templateShape>>): CloudTemplate | null {
  const { id, name, language, category, status, quality_score: quality, rejected_reason: reason } = given
  if (id === null || name === null || language === null) return null
  return {
    id,
    name,
    language,
    category: category ?? '',
    status: status ?? 'PENDING',
    quality: quality?.score ?? null,
    rejectedReason: reason === 'NONE' || reason === '' ? null : reason,
    parameterFormat: given.parameter_format?.toUpperCase() === 'NAMED' ? 'NAMED' : 'POSITIONAL',
    components: given.components,
  }
}

const created = z.object({ id: nullableText, status: nullableText, category: nullableText })

/** Submits a template for review. In the answer, Meta may have changed the category. */
export async function createTemplate(
  client: GraphClient,
  accountId: string,
  { parameterFormat, allowsCategoryChange, ...draft }: CloudTemplateDraft,
): Promise<{ readonly id: string; readonly status: string; readonly category: string }> {
  const json = {
    ...draft,
    parameter_format: parameterFormat,
    ...(allowsCategoryChange !== undefined && { allow_category_change: allowsCategoryChange }),
  }
  const answer = await failingClearly(() =>
    client.call({ method: 'POST', path: [accountId, 'message_templates'], json }, created),
  )
  if (answer.id === null) throw troubleOf(missingMetaIdError)
  return { id: answer.id, status: answer.status ?? 'PENDING', category: answer.category ?? draft.category }
}

const done = z.object({ success: nullableBoolean })

/** Changes a template. Meta accepts this once a day for an approved template, and ten times in thirty days. */
export async function editTemplate(
  client: GraphClient,
  templateId: string,
  change: Partial<Pick<CloudTemplateDraft, 'components' | 'category'>>,
): Promise<void> {
  await failingClearly(() => client.call({ method: 'POST', path: [templateId], json: change }, done))
}

/** Deletes a template: with `id` in one language, else in all. A second call rejects with `gone`. */
export async function deleteTemplate(
  client: GraphClient,
  accountId: string,
  { name, id }: { readonly name: string; readonly id?: string },
): Promise<void> {
  const query = { name, ...(id !== undefined && { hsm_id: id }) }
  await failingClearly(() =>
    client.call({ method: 'DELETE', path: [accountId, 'message_templates'], query }, done),
  )
}

/** Uploads the header's sample file (PDF, JPEG, PNG or MP4) for Meta's reviewers, and returns its handle. */
export async function uploadHeaderSample(
  client: GraphClient,
  { appId, token }: { readonly appId: string; readonly token: string },
  { mimetype, fileName, file }: FileToSend,
): Promise<string> {
  return failingClearly(() =>
    withFileCopy(file, async ({ path, bytes }) => {
      const { id } = await client.call(
        {
          method: 'POST',
          path: [appId, 'uploads'],
          query: { file_name: fileName ?? 'file', file_length: String(bytes), file_type: mimetype },
        },
        z.object({ id: nullableText }),
      )
      if (id === null) throw missingMetaIdError
      const [session = '', parameters = ''] = id.split('?')
      const { h: handle } = await client.call(
        {
          method: 'POST',
          path: [session],
          query: Object.fromEntries(new URLSearchParams(parameters)),
          upload: {
            headers: {
              authorization: `OAuth ${token}`,
              file_offset: '0',
              'content-type': 'application/octet-stream',
            },
            bytes,
            content: createReadStream(path),
          },
        },
        z.object({ h: nullableText }),
      )
      if (handle === null) throw missingMetaIdError
      return handle
    }),
  )
}

async function failingClearly<Result>(act: () => Promise<Result>): Promise<Result> {
  try {
    return await act()
  } catch (error) {
    throw troubleOf(error)
  }
}

/** Error subcodes of a name that exists in this language, or whose deletion is not finished. */
const takenSubcodes = new Set([2388023, 2388024])
const tooManySubcode = 2388019
/** Error subcodes of an unknown object, and of an unknown name. */
const goneSubcodes = new Set([33, 2593002])

function troubleOf(error: unknown): unknown {
  const options = { cause: error }
  if (error instanceof GraphUnreachable) return new TemplateFailed('no-answer', '', options)
  if (!(error instanceof GraphError)) return error
  return new TemplateFailed(troubleIn(error), error.details ?? '', options)
}

function troubleIn({ code, subcode, kind, status, isUnclear }: GraphError): TemplateFailureReason {
  if (isUnclear) return 'no-answer'
  if (kind === 'token-gone' || kind === 'not-allowed') return 'token'
  if (kind === 'too-fast') return 'too-fast'
  if (takenSubcodes.has(subcode ?? 0)) return 'name-taken'
  if (subcode === tooManySubcode || code === tooManySubcode) return 'too-many'
  if (status === 404 || goneSubcodes.has(subcode ?? 0) || code === 132001) return 'gone'
  return 'refused'
}
