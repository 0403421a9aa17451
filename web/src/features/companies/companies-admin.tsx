import { type CompanySortOrder, type CompanyWithUsage, companySortOrders } from '@balcao/contract/companies'
import { limits } from '@balcao/domain/limits'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDebounced } from '../../lib/timers'
import { Button } from '../../ui/button'
import { SelectField } from '../../ui/choice-field'
import { SearchBox } from '../../ui/search-box'
import { ErrorState, NoResultsState, SkeletonRows } from '../../ui/states'
import { SwitchField } from '../../ui/switch-field'
import { useIsNarrow } from '../../ui/use-media'
import { useCompanies, useSignupSetting } from './api/companies'
import styles from './companies.module.css'
import { DeleteCompanyDialog, ExtendCompanyDialog, SupportVisitDialog } from './company-act-dialogs'
import { CompanyDialog } from './company-dialog'
import { CompanyTable } from './company-table'
import { WhatsappVersionCard } from './whatsapp-version-card'

export type CompanyDialogState =
  | { readonly dialog: 'form'; readonly company: CompanyWithUsage | null }
  | { readonly dialog: 'delete' | 'support' | 'extend'; readonly company: CompanyWithUsage }

export function CompaniesAdmin() {
  const { t } = useTranslation('companies')
  const [search, setSearch] = useState('')
  const [open, setOpen] = useState<CompanyDialogState | null>(null)
  const [sort, setSort] = useState<CompanySortOrder>('name')
  const rested = useDebounced(search, limits.searchDebounce)
  const list = useCompanies(rested, sort)
  const { data, error, isPending, refetch, isFetchingNextPage } = list
  const asCards = useIsNarrow()
  const close = () => setOpen(null)
  /** Returns the newest state of a company: another session may have changed it since the dialog opened. */
  const asListed = (company: CompanyWithUsage) =>
    data?.companies.find(({ id }) => id === company.id) ?? company
  return (
    <>
      <SignupSwitch />
      <WhatsappVersionCard />
      <div className={styles.above}>
        <SearchBox label={t('search')} value={search} onChange={setSearch} />
        {asCards && (
          <SelectField
            label={t('sortBy')}
            choices={companySortOrders.map((value) => ({ value, name: t(`sort.${value}`) }))}
            value={sort}
            onChange={setSort}
          />
        )}
        <Button kind="primary" icon={Plus} onClick={() => setOpen({ dialog: 'form', company: null })}>
          {t('new')}
        </Button>
      </div>
      {isPending ? (
        <SkeletonRows rows={5} />
      ) : data === undefined ? (
        <ErrorState title={t('common:listFailed')} error={error} onRetry={() => void refetch()} />
      ) : data.companies.length === 0 ? (
        <NoResultsState search={rested} where={t('searchedIn')} onClear={() => setSearch('')} />
      ) : (
        <CompanyTable
          companies={data.companies}
          count={data.count}
          sort={sort}
          onSort={setSort}
          onOpen={setOpen}
        />
      )}
      {list.hasNextPage && (
        <div className={styles.more}>
          <Button disabled={isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t(isFetchingNextPage ? 'common:loading' : 'more')}
          </Button>
        </div>
      )}
      {open?.dialog === 'form' && <CompanyDialog company={open.company} onClose={close} />}
      {open?.dialog === 'delete' && <DeleteCompanyDialog company={open.company} onClose={close} />}
      {open?.dialog === 'extend' && <ExtendCompanyDialog company={asListed(open.company)} onClose={close} />}
      {open?.dialog === 'support' && <SupportVisitDialog company={open.company} onClose={close} />}
    </>
  )
}

function SignupSwitch() {
  const { t } = useTranslation('companies')
  const { isKnown, isOpen, save } = useSignupSetting()
  if (!isKnown) return null
  return (
    <div className={styles.signup}>
      <SwitchField
        label={t('signupOpen')}
        help={t('signupHelp')}
        value={isOpen}
        disabled={save.isPending}
        onChange={(value) => save.mutate(value)}
      />
    </div>
  )
}
