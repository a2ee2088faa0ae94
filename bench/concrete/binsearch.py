def main():
    n = 128
    a = [0] * 128
    i = 0
    while i < n:
        a[i] = i * 3 + 1
        i = i + 1
    hits = 0
    x = 0
    i = 0
    while i < 1000000:
        low = 0
        high = n
        while low < high:
            middle = (low + high) // 2
            if a[middle] < x:
                low = middle + 1
            else:
                high = middle
        if low < n and a[low] == x:
            hits = hits + 1
        x = x + 7
        if x > 384:
            x = x - 384
        i = i + 1
    return hits
print(main())
