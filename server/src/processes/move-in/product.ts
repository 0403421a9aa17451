import type { CompanyId } from '@balcao/domain/ids'
import type { MoveInDataLoss, MoveInSourceProduct, PlanResourceCounts } from '@balcao/domain/move-ins'
import type { Workplace } from '../../platform/work'
import type { InspectedCompany } from './look'
import type { SourceDatabase } from './source-database'
import type { MoveInAnswers, MoveInStep, RowReadingSpec } from './step'

/** A product whose installations can be moved in. It is detected by its tables and columns, not by its version. */
export interface SourceProduct {
  readonly name: 'whaticket' | 'chatwoot'
  isIn(source: SourceDatabase): boolean
  readonly steps: readonly MoveInStep[]
  readonly readBeside: readonly string[]
  companies(source: SourceDatabase): Promise<readonly SourceCompany[]>
  /** Detects the variant from tables and columns, and reads its newest migration. */
  version(source: SourceDatabase): Promise<{ variant: MoveInSourceProduct; schema: string | null }>
  /** Names the steps whose rows a plan limits. */
  readonly limitedSteps: Readonly<Record<keyof PlanResourceCounts, string>>
  /** Numbers of linked connections, as digits. */
  numbers(source: SourceDatabase, companyId: string): Promise<InspectedCompany['numbersTaken']>
  /** Names that several queues or tags of a company have. */
  repeatedNames(source: SourceDatabase, companyId: string): Promise<InspectedCompany['repeatedNames']>
  /** What a move loses, each with a query that counts the affected rows. */
  readonly losses: readonly DataLossReadingSpec[]
  /** E-mails with which people sign in to the source, by user id. */
  emails(source: SourceDatabase, companyId: string): Promise<InspectedCompany['emailsTaken']>
  /** Finds or creates the moved company, which stays closed until the switch. */
  found(
    workplace: Workplace,
    source: SourceDatabase,
    order: { readonly moveIn: string; readonly sourceId: string; readonly mapping: MoveInAnswers },
  ): Promise<CompanyId>
  wasActive(source: SourceDatabase, companyId: string): Promise<boolean>
  /** The number of message files, and a sample of names, from which their size is estimated. */
  files(source: SourceDatabase, companyId: string): Promise<{ count: number; some: readonly string[] }>
  /** Paths of files that may belong to any of several companies. */
  contestedPaths?(source: SourceDatabase): Promise<readonly string[]>
}

export interface DataLossReadingSpec extends Pick<RowReadingSpec, 'table' | 'joins' | 'where'> {
  readonly loss: MoveInDataLoss
  /** A source without this column has no such rows. */
  readonly column: string
}

export interface SourceCompany {
  readonly id: string
  readonly name: string
  readonly plan: string | null
  /** Null: the company has no plan. */
  readonly limits: PlanResourceCounts | null
  /** It never changes, so it identifies the source's database. */
  readonly createdAt: string
}
