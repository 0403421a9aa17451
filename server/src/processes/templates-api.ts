import type { OfficialCredentials } from '@balcao/domain/official-credentials'
import type { GraphSettings } from '@balcao/whatsapp-cloud/settings'
import {
  type MetaTemplate,
  type MetaTemplateComponent,
  TemplateProblem,
  type TemplatesApi,
} from '../features/message-templates/templates-api.port'
import type { Clock } from '../platform/clock'

export function openTemplatesApi(graph: GraphSettings, clock: Clock): TemplatesApi {
  const driver = () => import('@balcao/whatsapp-cloud/templates')
  const clientOf = async ({ token }: OfficialCredentials) =>
    (await import('@balcao/whatsapp-cloud/graph')).graphClient(graph, token)
  return {
    list: (credentials) =>
      orProblem(async () => {
        const { fetchTemplates: templatesOf } = await driver()
        const found: MetaTemplate[] = []
        for await (const page of templatesOf(await clientOf(credentials), credentials.accountId))
          for (const { id, rejectedReason, parameterFormat, components, ...template } of page)
            found.push({
              ...template,
              metaId: id,
              reason: rejectedReason,
              isNamed: parameterFormat === 'NAMED',
              components: components.filter(isComponent),
            })
        return found
      }),
    create: (credentials, { isNamed, ...template }) =>
      orProblem(async () => {
        const { createTemplate } = await driver()
        const { id, ...created } = await createTemplate(await clientOf(credentials), credentials.accountId, {
          ...template,
          parameterFormat: isNamed ? 'NAMED' : 'POSITIONAL',
        })
        return { metaId: id, ...created }
      }),
    edit: (credentials, metaId, content) =>
      orProblem(async () => (await driver()).editTemplate(await clientOf(credentials), metaId, content)),
    remove: (credentials, { metaId, name }) =>
      orProblem(async () =>
        (await driver()).deleteTemplate(await clientOf(credentials), credentials.accountId, {
          name,
          id: metaId,
        }),
      ),
    uploadSample: (credentials, sample) =>
      orProblem(async () => {
        const { token } = credentials
        const appId = credentials.appId ?? (await appOf(graph, credentials, clock))
        if (appId === null) throw new TemplateProblem('token', 'no app')
        return (await driver()).uploadHeaderSample(await clientOf(credentials), { appId, token }, sample)
      }),
  }
}

function isComponent(value: unknown): value is MetaTemplateComponent {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Finds the id of the Meta app to which the token belongs. Null: Meta does not say. */
async function appOf(
  graph: GraphSettings,
  credentials: OfficialCredentials,
  clock: Clock,
): Promise<string | null> {
  const { checkAccountSetUp: checkAccount } = await import('@balcao/whatsapp-cloud/set-up')
  return (await checkAccount(graph, credentials, clock.now())).token.appId
}

async function orProblem<T>(ask: () => Promise<T>): Promise<T> {
  const [{ TemplateFailed }, { SetUpFailed }] = await Promise.all([
    import('@balcao/whatsapp-cloud/templates'),
    import('@balcao/whatsapp-cloud/set-up'),
  ])
  return ask().catch((error: unknown) => {
    if (error instanceof TemplateFailed)
      throw new TemplateProblem(error.trouble, error.detail, { cause: error })
    if (error instanceof SetUpFailed) {
      const what = error.reason === 'graph-unreachable' ? 'no-answer' : 'token'
      throw new TemplateProblem(what, error.detail, { cause: error })
    }
    throw error
  })
}
