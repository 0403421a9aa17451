import type { ReactNode } from 'react'
import { useInfiniteScroll } from './list-end'
import { type PagedList, PagedListEnd } from './more-pages'
import styles from './page.module.css'
import { useFocusMainAction } from './use-kept-focus'

interface PageProps {
  readonly intro?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
}

export function PageLayout(props: PageProps) {
  return (
    <div className={styles.page}>
      <Content {...props} />
    </div>
  )
}

export function ListPageLayout({ list, children, ...props }: PageProps & { readonly list: PagedList }) {
  return (
    <div className={styles.page} {...useInfiniteScroll<HTMLDivElement>(list)}>
      <Content {...props}>
        {children}
        <PagedListEnd list={list} />
      </Content>
    </div>
  )
}

function Content({ intro, actions, children }: PageProps) {
  useFocusMainAction()
  return (
    <>
      {(intro !== undefined || actions !== undefined) && (
        <div className={styles.head}>
          <div className={styles.intro}>{intro}</div>
          {actions !== undefined && (
            <div className={styles.actions} data-actions>
              {actions}
            </div>
          )}
        </div>
      )}
      {children}
    </>
  )
}
