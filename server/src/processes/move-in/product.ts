import type { CompanyId } from '@balcao/domain/ids'
import type { MoveInDataLoss, MoveInSourceProduct, PlanResourceCounts } from '@balcao/domain/move-ins'
import type { Workplace } from '../../platform/work'
import type { InspectedCompany } from './look'
import type { SourceDatabase } from './source-database'
import type { MoveInAnswers, MoveInStep, RowReadingSpec } from './step'

/** A product from which companies can be moved in. It is recognised by its tables and columns, not by its version. */
export interface SourceProduct {
  readonly name: 'whaticket' | 'chatwoot'
  isIn(source: SourceDatabase): boolean
  readonly steps: readonly MoveInStep[]
  readonly readBeside: readonly string[]
  companies(source: SourceDatabase): Promise<readonly SourceCompany[]>
  /** Detects the product's variant from the source's tables and columns, and reads its newest migration. */
  version(source: SourceDatabase): Promise<{ variant: MoveInSourceProduct; schema: string | null }>
  /** For each limit of a plan, the name of the step whose rows it limits. */
  readonly limitedSteps: Readonly<Record<keyof PlanResourceCounts, string>>
  /** Reads the phone numbers of linked connections, as digits. */
  numbers(source: SourceDatabase, companyId: string): Promise<InspectedCompany['numbersTaken']>
  /** Reads names that several queues, or several tags, of a company have. */
  repeatedNames(source: SourceDatabase, companyId: string): Promise<InspectedCompany['repeatedNames']>
  /** The kinds of data that a move loses, each with a query that counts the affected rows. */
  readonly losses: readonly LostDataCountSpec[]
  /** Reads the e-mails with which people sign in to the source, by user id. */
  emails(source: SourceDatabase, companyId: string): Promise<InspectedCompany['emailsTaken']>
  /** Finds or creates the moved company, which stays closed until the cutover. */
  found(
    workplace: Workplace,
    source: SourceDatabase,
    order: { readonly moveIn: string; readonly sourceId: string; readonly mapping: MoveInAnswers },
  ): Promise<CompanyId>
  wasActive(source: SourceDatabase, companyId: string): Promise<boolean>
  /** Counts message files and returns a sample of their names, from which their size is estimated. */
  files(source: SourceDatabase, companyId: string): Promise<{ count: number; some: readonly string[] }>
  /** Reads paths of files that rows of several companies name. Their owner is unknown, so these files are not moved. */
  contestedPaths?(source: SourceDatabase): Promise<readonly string[]>
}

export interface LostDataCountSpec extends Pick<RowReadingSpec, 'table' | 'joins' | 'where'> {
  readonly loss: MoveInDataLoss
  /** The count of this loss reads this column. A source without the column loses nothing of this kind. */
  readonly column: string
}

export interface SourceCompany {
  readonly id: string
  readonly name: string
  readonly plan: string | null
  /** The limits of the company's plan. Null: it has no plan. */
  readonly limits: PlanResourceCounts | null
  /** When the company was created. It never changes, so it identifies the source's database. */
  readonly createdAt: string
}
