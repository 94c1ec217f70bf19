package shelf

import (
	"context"
	"fmt"
	"sync"
)

// RunN0 walks the pages and reports the first failure.
func RunN0(ctx context.Context, pages []string, do func(string) error) error {
	var wait sync.WaitGroup
	failures := make(chan error, len(pages))
	for i, page := range pages {
		wait.Add(1)
		go func() {
			defer wait.Done()
			if err := do(page); err != nil {
				failures <- fmt.Errorf("page %d (%q): %w", i, page, err)
			}
		}()
	}
	wait.Wait()
	return ctx.Err()
}
