import { Icon } from '../../../shared/ui/icons.tsx'
import styles from './price.module.css'

export function Benefits({ list }: { readonly list: readonly string[] }) {
  return (
    <ul className={styles.benefits}>
      {list.map((text) => (
        <li key={text}>
          <Icon name="check" size={14} />
          {text}
        </li>
      ))}
    </ul>
  )
}
