import type { CompanyId } from '@balcao/domain/ids'
import type { MoveInDataLoss, MoveInSourceProduct, PlanResourceCounts } from '@balcao/domain/move-ins'
import type { Workplace } from '../../platform/work'
import type { SourceDatabase } from './source-database'
import type { MoveInAnswers, MoveInStep, RowReadingSpec } from './step'

/**
 * A product whose installations can be moved in. It is detected by its tables and columns, not by its
 * version.
 */
export interface SourceProduct {
  readonly name: 'whaticket' | 'chatwoot'
  isIn(source: SourceDatabase): boolean
  readonly steps: readonly MoveInStep[]
  /** Tables that steps read besides their own table. */
  readonly readBeside: readonly string[]
  companies(source: SourceDatabase): Promise<readonly SourceCompany[]>
  /** Detects the product's variant from its tables and columns, and reads its newest migration. */
  version(
    source: SourceDatabase,
  ): Promise<{ readonly variant: MoveInSourceProduct; readonly schema: string | null }>
  /** The steps whose rows a plan limits. */
  readonly limitedSteps: Readonly<Record<keyof PlanResourceCounts, string>>
  /** The phone numbers of connections that are linked, as digits. */
  numbers(
    source: SourceDatabase,
    companyId: string,
  ): Promise<readonly { readonly connection: string; readonly number: string }[]>
  /** The names of queues and tags that several rows of a company have. */
  repeatedNames(
    source: SourceDatabase,
    companyId: string,
  ): Promise<readonly { readonly kind: 'queue' | 'tag'; readonly name: string }[]>
  /** The kinds of data that a move loses, each with a query that counts the affected rows. */
  readonly losses: readonly DataLossReadingSpec[]
  /** The e-mails with which people sign in to the source, by user id. */
  emails(
    source: SourceDatabase,
    companyId: string,
  ): Promise<readonly { readonly id: string; readonly email: string }[]>
  /** Finds the moved company, or creates it. It stays closed until the switch. */
  found(
    workplace: Workplace,
    source: SourceDatabase,
    order: { readonly moveIn: string; readonly sourceId: string; readonly mapping: MoveInAnswers },
  ): Promise<CompanyId>
  wasActive(source: SourceDatabase, companyId: string): Promise<boolean>
  /** The number of message files, and the names of a sample, from which their size is estimated. */
  files(
    source: SourceDatabase,
    companyId: string,
  ): Promise<{ readonly count: number; readonly some: readonly string[] }>
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
  /** The limits of the company's plan. Null: it has no plan. */
  readonly limits: PlanResourceCounts | null
  /** The time of creation. It never changes, so it identifies a source's database. */
  readonly createdAt: string
}
