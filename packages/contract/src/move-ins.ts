import type { CompanyId, MoveInId } from '@balcao/domain/ids'
import {
  isSourceDatabaseUrl,
  isSubfolderPath,
  moveInActions,
  moveInDataLosses,
  moveInFailures,
  moveInNamePattern,
  moveInSkipReasons,
  moveInSourceProducts,
  moveInStates,
} from '@balcao/domain/move-ins'
import { z } from 'zod'
import { endpoint, typedAddressRateLimit } from './endpoint'
import {
  emptyToNull,
  idParam,
  idSchema,
  instant,
  requiredText,
  resultMessageAnswer,
  textField,
  wholeNumber,
} from './wire-values'

const answers = z.object({
  companies: z.array(
    z.object({
      company: z.string(),
      move: z.boolean(),
      name: z.string(),
      /** The plan that the company gets here; null or omitted for a copy of its plan in the source. */
      plan: z.string().nullable().optional(),
    }),
  ),
  emails: z.array(z.object({ user: z.string(), email: z.string().nullable() })),
})
export type MoveInDecisions = z.output<typeof answers>

const moveInMapping = z.object({
  /** Whether and how each company of the source is migrated. A company without an entry is not migrated. */
  companies: z
    .array(
      z.object({
        company: textField(60).min(1),
        move: z.boolean(),
        name: requiredText(255),
        plan: textField(255).min(1).nullable().optional(),
      }),
    )
    .max(5_000),
  /** New e-mails for users whose e-mail is taken here. Null: the user is not migrated. */
  emails: z
    .array(z.object({ user: textField(60).min(1), email: z.email('Invalid email').max(254).nullable() }))
    .max(20_000),
})

const planSize = z.object({
  users: z.number().int(),
  connections: z.number().int(),
  queues: z.number().int(),
})

const moveInLook = z.object({
  companies: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      plan: z.string().nullable(),
      /** The number of rows in the source for each step of the import. */
      rows: z.record(z.string(), z.number()),
      files: z.object({ named: z.number(), found: z.number(), looked: z.number(), bytes: z.number() }),
      nameTaken: z.boolean(),
      /** Users whose e-mail an account of this installation already has. */
      emailsTaken: z.array(z.object({ id: z.string(), email: z.string() })),
      /** Connections whose phone number a connection of this installation already has. */
      numbersTaken: z.array(z.object({ connection: z.string(), number: z.string() })),
      /**
       * Names that several of the company's queues or tags share. The migration adds numbers to such queues'
       * names, and makes such tags one.
       */
      repeatedNames: z.array(z.object({ kind: z.enum(['queue', 'tag']), name: z.string() })),
      uses: planSize,
      /** The limits of the company's plan in the source; null when the source has no plans. */
      planLimits: planSize.nullable(),
      losses: z.array(z.object({ loss: z.enum(moveInDataLosses), rows: z.number() })),
    }),
  ),
  plans: z.array(planSize.extend({ name: z.string() })),
  versions: z.object({
    /** The product that the source's database belongs to, detected from its tables and columns. */
    source: z.enum(moveInSourceProducts),
    /** The newest schema migration of the source; null when the source has no list of migrations. */
    schema: z.string().nullable(),
    postgres: z.string(),
    balcao: z.string(),
  }),
  /** The migration copies `neededBytes` to the disk of the data folder; `freeBytes` is null when unknown. */
  disk: z.object({ neededBytes: z.number(), freeBytes: z.number().nullable() }),
  /** Tables of the source that the import does not know, so it leaves their rows out. */
  lost: z.array(z.object({ table: z.string(), rows: z.number() })),
  databaseBytes: z.number(),
  fileBytes: z.number(),
  seconds: z.number(),
})
export type MoveInScanResult = z.output<typeof moveInLook>

const progress = z.object({
  company: z.string(),
  step: z.string(),
  rowsDone: z.number(),
  rowsTotal: z.number(),
  secondsLeft: z.number().nullable(),
})
export type MoveInProgress = z.output<typeof progress>

const moveIn = z.object({
  id: idSchema<MoveInId>(),
  name: z.string(),
  /** The product of the source, known after the first scan. */
  product: z.enum(['whaticket', 'chatwoot']).nullable(),
  state: z.enum(moveInStates),
  /** The action that the platform's owner ordered; null when there is none, or the server has finished it. */
  order: z.enum(moveInActions).nullable(),
  isStopping: z.boolean(),
  /** True when the source's address is stored. No answer contains it, because it holds a password. */
  hasAddress: z.boolean(),
  folder: z.string().nullable(),
  failure: z.enum(moveInFailures).nullable(),
  progress: progress.nullable(),
  look: moveInLook.nullable(),
  mapping: answers.nullable(),
  companies: z.number().int(),
  /**
   * Migrated companies that stayed closed at the cutover: the source had closed them or scheduled their
   * deletion.
   */
  closed: z.array(z.string()),
  startedAt: instant,
  switchedAt: instant.nullable(),
})
export type MoveInView = z.output<typeof moveIn>

const moveInSource = z.object({
  /** The address of the source's database: `postgres://user:password@host:5432/name`. */
  address: requiredText(1_000).refine(isSourceDatabaseUrl, 'Invalid URL'),
  /** The source's files, as a path below the installation's folder for migrations; null without files. */
  folder: z.preprocess(
    emptyToNull,
    textField(250).trim().refine(isSubfolderPath, 'Invalid text').nullable(),
  ) as z.ZodType<string | null, string | null>, // the type of the form's value before parsing
})
export const moveInForm = moveInSource.extend({
  name: requiredText(60).regex(moveInNamePattern, 'Invalid text'),
})
export type MoveInForm = z.output<typeof moveInForm>

const params = z.object({ moveInId: idParam<MoveInId>() })
const manage = { access: 'platform.manage', planFlag: 'none' } as const

export const listMoveIns = endpoint('GET /platform/move-ins', {
  name: 'moveIns.list',
  summary: 'Moves from other products into this installation, newest first',
  ...manage,
  answer: z.object({ moveIns: z.array(moveIn) }),
})

export const createMoveIn = endpoint('POST /platform/move-ins', {
  name: 'moveIns.create',
  summary: 'Names a source and orders a look, which changes nothing there and here',
  ...manage,
  body: moveInForm,
  answer: moveIn,
  errors: ['ERR_MOVE_IN_NAME_TAKEN'],
  pace: typedAddressRateLimit,
})

export const changeMoveInSource = endpoint('PUT /platform/move-ins/:moveInId/source', {
  name: 'moveIns.changeSource',
  summary: 'Gives the address of the source anew and orders a look',
  ...manage,
  params,
  body: moveInSource,
  answer: moveIn,
  errors: ['ERR_NO_MOVE_IN_FOUND', 'ERR_MOVE_IN_NOT_READY'],
  pace: typedAddressRateLimit,
})

export const orderMoveIn = endpoint('POST /platform/move-ins/:moveInId/orders', {
  name: 'moveIns.order',
  summary: 'Orders a look, a run, or the switch; the worker begins within seconds',
  ...manage,
  params,
  body: z.object({
    act: z.enum(moveInActions),
    /** The decisions for the companies. When omitted, the run uses those of the previous run. */
    mapping: moveInMapping.optional(),
  }),
  answer: moveIn,
  errors: ['ERR_NO_MOVE_IN_FOUND', 'ERR_MOVE_IN_NOT_READY'],
  pace: typedAddressRateLimit,
})

export const stopMoveIn = endpoint('POST /platform/move-ins/:moveInId/stop', {
  name: 'moveIns.stop',
  summary: 'Stops what is ordered, behind the piece that is being moved',
  ...manage,
  params,
  answer: moveIn,
  errors: ['ERR_NO_MOVE_IN_FOUND'],
})

export const deleteMoveIn = endpoint('DELETE /platform/move-ins/:moveInId', {
  name: 'moveIns.delete',
  summary: 'Forgets the source with its address; companies that have moved stay',
  ...manage,
  params,
  answer: resultMessageAnswer,
  errors: ['ERR_NO_MOVE_IN_FOUND', 'ERR_MOVE_IN_NOT_READY'],
})

const moveInReport = z.object({
  companies: z.array(
    z.object({
      name: z.string(),
      steps: z.array(
        z.object({
          step: z.string(),
          /** The source's rows when the import last began or continued the step; null if not counted. */
          source: z.number().nullable(),
          read: z.number(),
          moved: z.number(),
          isComplete: z.boolean(),
        }),
      ),
      skips: z.array(z.object({ kind: z.string(), reason: z.enum(moveInSkipReasons), rows: z.number() })),
    }),
  ),
})
export type MoveInReport = z.output<typeof moveInReport>

export const getMoveInReport = endpoint('GET /platform/move-ins/:moveInId/report', {
  name: 'moveIns.report',
  summary: 'The rows of each step in the source beside those that moved, and the reasons of the others',
  ...manage,
  params,
  answer: moveInReport,
  errors: ['ERR_NO_MOVE_IN_FOUND'],
})

const skippedRow = z.object({
  /** The company's id, which the request for the next page sends as `afterPlace`. */
  place: idSchema<CompanyId>(),
  company: z.string(),
  kind: z.string(),
  sourceId: z.string(),
  reason: z.enum(moveInSkipReasons),
})
export type MoveInSkippedRow = z.output<typeof skippedRow>

export const listMoveInSkippedRows = endpoint('GET /platform/move-ins/:moveInId/skips', {
  name: 'moveIns.skips',
  summary: 'Rows of the source that did not move, or not wholly, in order, from behind a row on',
  ...manage,
  params,
  query: z.object({
    afterPlace: wholeNumber(999_999_999).default(0),
    afterKind: textField(60).default(''),
    afterSource: textField(200).default(''),
    afterReason: textField(60).default(''),
  }),
  answer: z.object({ rows: z.array(skippedRow), hasMore: z.boolean() }),
  errors: ['ERR_NO_MOVE_IN_FOUND'],
})
