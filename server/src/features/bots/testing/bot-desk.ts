import { createIntegration, type IntegrationForm } from '@balcao/contract/integrations'
import { createPrompt } from '@balcao/contract/prompts'
import type { IntegrationId, PromptId } from '@balcao/domain/ids'
import { openaiAssistant } from '../../../outside/assistant/openai-assistant'
import { createOutsideBotClient } from '../../../outside/bots/outside-bots'
import {
  type FakeServices,
  fakeApiKey,
  fakeGoogleServiceAccount,
  fakeSpeechKey,
  startFakeServices,
} from '../../../outside/bots/stand-ins.fixture'
import { azureSpeechSynthesizer } from '../../../outside/speech/azure-speech'
import type { CompanyJobContext } from '../../../platform/jobs'
import { openOwnTestApp, type TestApp } from '../../../testing/test-app'
import { aBotCounter, type BotCounter } from '../../reception/testing/bot-counter'
import { assistantAnswerDelayMs, takeBotTurnTask } from '../order-turn'

/**
 * A fixture with a bot on its connection, and fakes of the outside services. Jobs run when the test calls `works`.
 */
export interface BotDesk {
  readonly testApp: TestApp
  readonly world: FakeServices
  readonly counter: BotCounter
  /** Runs once, after the next answer from outside and before it is sent. */
  meanwhile(does: () => Promise<unknown>): void
  integration(form: Partial<IntegrationForm>): Promise<IntegrationId>
  prompt(form?: object): Promise<PromptId>
  /**
   * Passes the pause after the customer's message and runs due turns until none is left. `dying`: the process crashes
   * before it settles.
   */
  works(how?: 'to the end' | 'dying'): Promise<void>
  close(): Promise<void>
}

export async function aBotDesk(): Promise<BotDesk> {
  const world = await startFakeServices()
  const { client } = world.internet
  const real = createOutsideBotClient(client, {
    tokens: 'http://google.example/token',
    dialogflow: 'http://google.example',
  })
  let interruption: () => Promise<unknown> = async () => undefined
  const testApp = await openOwnTestApp({
    outside: {
      bots: {
        fetchFile: real.fetchFile,
        async answer(...asked) {
          const answer = await real.answer(...asked)
          const now = interruption
          interruption = async () => undefined
          await now()
          return answer
        },
      },
      assistant: openaiAssistant(client, {
        baseUrl: 'http://assistant.example/v1',
        model: 'modelo',
        transcriptionModel: 'ouvido',
      }),
      speech: azureSpeechSynthesizer(client, () => 'http://azure.example'),
    },
  })
  const counter = await aBotCounter(testApp)
  const { company } = counter
  const job = testApp.app.features
    .flatMap(({ jobs = [] }) => jobs)
    .find(({ task }) => task === takeBotTurnTask)

  async function turnDue(): Promise<unknown> {
    const [row] = await testApp.rows<{ payload: { payload: unknown } }>(
      `delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
       where t.id = j.task_id and t.identifier = $1 and j.run_at <= $2 and (j.payload ->> 'companyId')::int = $3
       returning j.payload`,
      [takeBotTurnTask, testApp.now(), company.id],
    )
    return row?.payload.payload
  }

  return {
    testApp,
    world,
    counter,
    meanwhile: (does) => {
      interruption = does
    },
    async integration(form) {
      const { id } = await company.admin.does(createIntegration, {
        body: {
          type: 'webhook',
          name: 'Robô',
          urlN8N: 'http://hook.example/flow',
          projectName: 'projeto',
          jsonContent: fakeGoogleServiceAccount,
          language: 'pt-BR',
          typebotSlug: 'loja',
          ...form,
        },
      })
      return id
    },
    async prompt(form = {}) {
      const { id } = await company.admin.does(createPrompt, {
        body: {
          name: 'Assistente',
          prompt: 'Você atende a loja.',
          queueId: counter.support,
          apiKey: fakeApiKey,
          voiceKey: fakeSpeechKey,
          ...form,
        },
      })
      return id
    },
    async works(how = 'to the end') {
      testApp.pass(assistantAnswerDelayMs / 1000)
      for (let payload = await turnDue(); payload !== undefined; payload = await turnDue()) {
        let acts = 0
        const inCompany: CompanyJobContext = {
          companyId: company.id,
          attempt: 1,
          stopping: new AbortController().signal,
          act: (act) => {
            acts += 1
            if (how === 'dying' && acts >= 2) throw new Error('the process crashed')
            return testApp.app.workplace.withCompany(
              { kind: 'system', name: takeBotTurnTask, companyId: company.id },
              act,
            )
          },
        }
        await job?.carryOut(inCompany, payload)
      }
    },
    async close() {
      await testApp.close()
      await world.internet.close()
    },
  }
}
