import { useToasts } from './toasts.ts'
import styles from './toast-host.module.css'

export function ToastHost() {
  const list = useToasts((state) => state.list)
  return (
    <div className={styles.host} role="status" aria-live="polite">
      {list.map((toast) => (
        <div key={toast.id} className={styles.toast}>
          {toast.text}
        </div>
      ))}
    </div>
  )
}
