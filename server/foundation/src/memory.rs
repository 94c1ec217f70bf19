//! What features keep in memory: one value of each type, which this module does not know.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

/// One value of each type. Clones share them.
#[derive(Clone, Default)]
pub struct Memory {
    values: Arc<RwLock<HashMap<TypeId, Arc<dyn Any + Send + Sync>>>>,
}

impl Memory {
    /// Begins with this value of its type.
    pub fn put<T: Send + Sync + 'static>(&self, value: T) {
        let mut values = self.values.write().unwrap_or_else(PoisonError::into_inner);
        values.insert(TypeId::of::<T>(), Arc::new(value));
    }

    /// The value of a type, which begins as its default.
    pub fn of<T: Default + Send + Sync + 'static>(&self) -> Arc<T> {
        let key = TypeId::of::<T>();
        let known = self
            .values
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .get(&key)
            .cloned();
        let value = known.unwrap_or_else(|| {
            let mut values = self.values.write().unwrap_or_else(PoisonError::into_inner);
            values
                .entry(key)
                .or_insert_with(|| Arc::new(T::default()))
                .clone()
        });
        value
            .downcast()
            .unwrap_or_else(|_| unreachable!("a key has a value of its type only"))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    #[test]
    fn clones_share_one_value_of_each_type() {
        let memory = Memory::default();
        memory.of::<AtomicU32>().store(7, Ordering::Relaxed);
        assert_eq!(memory.clone().of::<AtomicU32>().load(Ordering::Relaxed), 7);
        assert_eq!(*memory.of::<u32>(), 0);
        assert!(Arc::ptr_eq(&memory.of::<u32>(), &memory.of::<u32>()));
    }
}
