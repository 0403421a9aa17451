import * as calls from '@balcao/contract/prompts'
import type { DataKeys } from '../../platform/encryption'
import type { Feature } from '../../platform/feature'
import { readRoute, route } from '../../platform/http/route'
import { promptChanged } from './prompts.events'
import { listPrompts, promptToRead } from './prompts.read'
import { createPrompt, deletePrompt, updatePrompt } from './prompts.verbs'
import { promptForViewer, promptView } from './prompts.view'

export function promptsFeature({ dataKeys }: { dataKeys: DataKeys }): Feature {
  return {
    name: 'prompts',
    routes: [
      readRoute(calls.listPrompts, (work, { query }) => listPrompts(work, query)),
      readRoute(calls.getPrompt, async (work, { params }) =>
        promptForViewer(work.actor, promptView(await promptToRead(work, params.promptId))),
      ),
      route(calls.createPrompt, (work, { body }) => createPrompt(work, body, dataKeys)),
      route(calls.updatePrompt, (work, { params, body }) =>
        updatePrompt(work, params.promptId, body, dataKeys),
      ),
      route(calls.deletePrompt, async (work, { params }) => {
        await deletePrompt(work, params.promptId)
        return { message: 'Prompt excluído com sucesso!' }
      }),
    ],
    events: [promptChanged],
  }
}
