import { Markdown } from '../../shared/ui/markdown/markdown.tsx'
import { ContentPage } from './content/content-page.tsx'
import { AddressCard } from './donation/address-card.tsx'
import styles from './donation/donation.module.css'
import { SplitFigure } from './donation/split-figure.tsx'

/** /others/donation: the plan for donor tokens, and the address if published. */
export function Page() {
  return (
    <ContentPage contentKey="donation">
      {({ markdown }) => (
        <div className={styles.columns}>
          <SplitFigure />
          <AddressCard />
          <div className={styles.words}>
            <Markdown text={markdown} />
          </div>
        </div>
      )}
    </ContentPage>
  )
}
